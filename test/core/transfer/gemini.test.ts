/** Gemini CLI's sessions and Gemini's contents become a thread. */
import { describe, expect, it } from 'vitest';
import { fixture, importText, outline } from './imported.ts';

describe('a Gemini CLI session with every oddity', async () => {
  const odd = await importText(fixture('odd.gemini-cli.json'));

  it('gives these messages, results behind their calls', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'gemini-cli' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Build a kite."',
      'model: thinking "**Paper**\\nWhich kind?\\n\\nSilk." + "I look." + read_file w1 {"path":"kite.txt"} + run w2 {"command":"fly"} + glob g2-3 {"pattern":"*"} + wait w4 {}',
      'tools: result w1 "a kite" + image image/png 3x2 + error w2 "cancelled by the person" + result g2-3 "two files"',
      'typed: "This one:" + image image/png 3x2 + "[file at gs://kites/1]"',
      'model: "Nice."',
      'program: "<session_context>\\nIt is noon.\\n</session_context>"',
    ]);
  });

  it('says what went wrong, and keeps title, model and usage', () => {
    expect(odd.notes).toEqual(['Gemini CLI said: Request cancelled.', 'Gemini CLI said: [API Error: 503]']);
    expect(odd.odd).toEqual(['8: message 8: unknown type "kite"', '9: message 9: not an object']);
    expect(odd.title).toBe('Kites');
    // As recorded: 100 in, 60 of them from the cache, 2 of a tool's prompt, 7 out and 3 thought: 112.
    expect(odd.messages.map(({ model, usage }) => model && [model, usage])).toEqual([
      undefined,
      ['gemini-x', { input: 42, output: 10, cacheCreation: 0, cacheRead: 60, total: 112 }],
      ...Array.from({ length: 4 }),
    ]);
  });
});

describe('a Gemini CLI log with every oddity', async () => {
  const odd = await importText(fixture('odd.gemini-cli-log.jsonl'));

  it('gives the last version of each message that was not taken back', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'gemini-cli-log' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Sew a sail."',
      'model: "I look." + read_file j1 {"path":"sail"}',
      'tools: result j1 "white"',
      'typed: "In blue."',
      'model: "Blue, then."',
      'typed: "Go on."',
    ]);
    expect(odd.leftOut).toBe('8 bookkeeping, 2 other branch');
    expect(odd.messages.flatMap(({ usage }) => usage ?? [])).toEqual([
      { input: 30, output: 6, cacheCreation: 0, cacheRead: 20, total: 56 },
    ]);
  });

  it('holds a recorded compaction where other messages took their place', () => {
    expect(odd.compactions).toMatchObject([
      {
        trigger: 'recorded',
        edits: [
          {
            span: { from: 1, to: 3 },
            replacement: [
              { role: 'user', blocks: [{ text: '<state_snapshot>\nA blue sail was begun.\n</state_snapshot>' }] },
              { role: 'assistant', blocks: [{ text: 'Understood.' }] },
            ],
          },
          { span: { from: 5, to: 5 }, replacement: [] },
        ],
      },
    ]);
    expect(odd.title).toBe('Sails');
    expect(odd.notes).toEqual(['Gemini CLI said: [API Error: 500]']);
    expect(odd.odd).toEqual(['15: no object']);
  });

  it('forgets all when the place that was gone back to is unknown', async () => {
    const text = `${fixture('odd.gemini-cli-log.jsonl').split('\n').slice(0, 4).join('\n')}\n{"$rewindTo":"x"}\n`;
    expect((await importText(text)).failure?.reason).toBe('no-messages');
  });
});

describe('Gemini contents with every oddity', async () => {
  const odd = await importText(fixture('odd.gemini-contents.json'));

  it('give these messages; what stands beside results is the program’s', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'gemini-contents' });
    expect(outline(odd.messages)).toEqual([
      'program: "<session_context>\\nIt rains.\\n</session_context>"',
      'typed: "Fold a boat." + image image/png 3x2',
      'model: thinking "Paper?" + thinking "" (c2ln) + look unnamed-1 {"at":"paper"} + look b2 {}',
      'tools: result unnamed-1 "white" + document application/pdf undefined + error b2 "dark"',
      'program: "The lamp is off."',
      'model: "```\\nfold()\\n```" + "```\\nfolded\\n```" + thinking "" (c2lo) + "Done."',
      'tools: result unnamed-2 "{\\"width\\":3}"',
      'typed: "{\\"videoMetadata\\":{\\"fps\\":1}}" + "And sail it."',
      'typed: "Now."',
    ]);
  });

  it('say what was odd, and keep model and system prompt', () => {
    expect(odd.notes).toEqual([
      'System prompt of the recorded agent, 15 characters, not sent with this thread:\n\nYou fold boats.',
    ]);
    expect(odd.odd).toEqual([
      '7: message 7: a part of videoMetadata kept as text',
      '8: message 8: unknown role "narrator"',
      '10: message 10: not an object',
    ]);
    expect(odd.messages[2]?.model).toBe('gemini-x');
  });
});

describe('what holds Gemini contents', () => {
  const contents = [{ role: 'user', parts: [{ text: 'a' }] }];
  it.each([
    ['an array', contents],
    ['a request', { contents }],
    ['a checkpoint', { history: contents, authType: 'x' }],
  ])('%s', async (_, document) => {
    const { events, messages } = await importText(JSON.stringify(document));
    expect(events[0]).toEqual({ type: 'format', format: 'gemini-contents' });
    expect(outline(messages)).toEqual(['typed: "a"']);
  });
});
