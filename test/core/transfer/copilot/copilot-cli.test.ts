/** Copilot CLI's events become a thread. */
import { describe, expect, it } from 'vitest';
import { fixture, importText, outline } from '../imported.ts';

describe('Copilot CLI events with every oddity', async () => {
  const odd = await importText(fixture('odd.copilot-cli.jsonl'));

  it('give these messages, of the main agent only, results behind their calls', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'copilot-cli' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Which fern is dry?" + image image/png 3x2 + reminder "<current_datetime>noon</current_datetime>" + reminder "Tables: pots" + reminder "Attached: pots.csv" + reminder "Selected in beds.csv:\\nfern,3"',
      'model: thinking "Two files." (b3Bh) + "I look." + view c1 {"path":"pots.csv"} + task c2 {"prompt":"count"} + "{\\"name\\":\\"lost\\"}"',
      'tools: result c2 "Seven."',
      'tools: result c1 "fern,3" + image image/png 3x2',
      'program: "Skill: ferns like shade."',
      'typed: "And the moss?"',
      'model: view c3 {"path":"moss"}',
      'tools: error c3 "No such file"',
      'program: "A shell command ended."',
      'typed: "Water it."',
    ]);
  });

  it('keep the system prompt once, and say what went wrong', () => {
    expect(odd.notes).toEqual([
      'System prompt of the recorded agent, 17 characters, not sent with this thread:\n\nYou water plants.',
      'The recorded agent reported: 429 too many requests',
      'The recorded agent compacted the thread here without effect on this import: the model refused.',
      'The recorded agent left 4 messages out of its requests from here on.',
      'The thread was taken back here: 6 events before this no longer counted.',
      'The turn was aborted: user_initiated',
    ]);
    expect(odd.odd).toEqual([
      '6: a call without id or name kept as text',
      '30: unknown type greenhouse.opened',
      '31: a result without a call',
      '32: no data',
      '33: no object',
    ]);
    expect(odd.leftOut).toBe('7 bookkeeping, 3 sub-agent, 1 progress');
    expect(odd.title).toBe('Ferns');
  });

  it('name the model of each message, and what it wrote', () => {
    const models = odd.messages.filter(({ origin }) => origin === 'model');
    expect(models.map(({ model, usage }) => [model, usage?.output, usage?.total])).toEqual([
      ['model-a', 12, 12],
      ['model-b', undefined, undefined],
    ]);
  });

  it('hold a recorded compaction, which leaves the newest typed message', () => {
    expect(odd.compactions).toMatchObject([
      {
        trigger: 'recorded',
        tokensBefore: 900,
        tokensAfter: 90,
        edits: [
          {
            span: { from: 2, to: 6 },
            replacement: [
              { role: 'user', blocks: [{ type: 'text', text: 'The fern was dry; the moss is not listed.' }] },
            ],
          },
          { span: { from: 8, to: 9 }, replacement: [] },
        ],
      },
    ]);
  });
});
