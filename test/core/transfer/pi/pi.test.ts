/** pi's sessions become a thread. */
import { describe, expect, it } from 'vitest';
import { fixture, importText, outline } from '../imported.ts';

describe('a pi session with every oddity', async () => {
  const odd = await importText(fixture('odd.pi.jsonl'));

  it('gives the messages of the branch that was written last', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'pi' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Bake bread."',
      'model: thinking "Flour first." (c2ln) + "I look for flour." + read k1 {"path":"flour"} + read k2 {"path":"salt"}',
      'tools: result k1 "2 kg" + image image/png 3x2',
      'tools: error k2 ',
      'typed: "With spelt."',
      'model: "With spelt then."',
      'program: "The person ran: oven on\\n200 C\\nExit code: 3"',
      'program: "The oven is hot."',
      'program: "Rye was tried."',
      'typed: "Go on."',
      'typed: "{\\"type\\":\\"hologram\\",\\"x\\":1}"',
    ]);
    expect(odd.leftOut).toBe('5 bookkeeping, 2 other branch');
  });

  it('says what went wrong, and keeps title, model and usage', () => {
    expect(odd.notes).toEqual(['The recorded agent reported an error: overloaded']);
    expect(odd.odd).toEqual([
      '21: a part of type hologram kept as text',
      '22: unknown type recipe',
      '23: unknown role "narrator"',
      '24: no object',
    ]);
    expect(odd.title).toBe('Bread');
    expect(odd.messages[1]).toMatchObject({
      model: 'model-a',
      usage: { input: 3, output: 4, cacheCreation: 6, cacheRead: 5, total: 18 },
    });
  });

  it('keeps what a recorded compaction kept: from the first kept record on', () => {
    const replacement = [{ role: 'user', blocks: [{ type: 'text', text: 'Flour 2 kg; spelt bread.' }] }];
    expect(odd.compactions).toMatchObject([
      {
        trigger: 'recorded',
        tokensBefore: 700,
        edits: [
          { span: { from: 1, to: 4 }, replacement },
          { span: { from: 6, to: 6 }, replacement: [] },
        ],
      },
    ]);
  });
});

describe('an older pi session, without a tree', async () => {
  const old = await importText(fixture('old.pi.jsonl'));

  it('gives all its messages', () => {
    expect(outline(old.messages)).toEqual([
      'typed: "Knit a hat."',
      'model: "Which wool?"',
      'typed: "The red one."',
      'model: "Knitted."',
      'typed: "And a scarf."',
    ]);
  });

  it('names what a compaction kept by its place', () => {
    expect(old.compactions.map(({ edits }) => edits)).toMatchObject([[{ span: { from: 1, to: 2 } }]]);
  });
});

it('a turn that was aborted is noted behind what the model said so far', async () => {
  const said = { role: 'assistant', content: [{ type: 'text', text: 'With r' }], stopReason: 'aborted' };
  const line = { type: 'message', timestamp: '2026-02-03T10:00:00Z', message: said };
  const { entries } = await importText(JSON.stringify(line));
  expect(entries.map((entry) => (entry.type === 'note' ? entry.text : entry.type))).toEqual([
    'message',
    'The turn was aborted.',
  ]);
});

it('a tree that loops back is read once', async () => {
  const record = (id: string, parentId: string) => ({
    ...{ type: 'message', id, parentId, timestamp: '2026-02-03T10:00:00Z' },
    message: { role: 'user', content: id },
  });
  const { messages } = await importText(
    [record('a', 'b'), record('b', 'a')].map((one) => JSON.stringify(one)).join('\n'),
  );
  expect(outline(messages)).toEqual(['typed: "a"', 'typed: "b"']);
});
