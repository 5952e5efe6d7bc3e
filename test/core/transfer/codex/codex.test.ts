/** Codex's response items become a thread: events only tell what was typed and used. */
import { describe, expect, it } from 'vitest';
import { AT, fixture, importText, outline } from '../imported.ts';

const odd = await importText(fixture('odd.codex.jsonl'));

describe('a Codex rollout with every oddity', () => {
  it('gives these messages', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'codex' });
    expect(outline(odd.messages)).toEqual([
      'program: "<permissions instructions>all</permissions instructions>"',
      'program: "# AGENTS.md instructions for /home/ada/x\\n\\n<INSTRUCTIONS>Use tabs.</INSTRUCTIONS>" + "<environment_context>\\n  <cwd>/home/ada/x</cwd>\\n</environment_context>"',
      // The event says that a person typed it, though it is all tags.
      'typed: "<b>why</b>" + image image/png 3x2 + "[image at https://example.com/a.png]"',
      'model: thinking "" (ZW5j) + "Looking." + exec_command k1 {"cmd":"ls"} + exec_command k2 {"unparsed":"not json"} + apply_patch k3 {"input":"*** Begin Patch"}',
      'tools: error k1 "Chunk ID: 1\\nProcess exited with code 2\\nOutput:\\nProcess exited with code 0\\n"',
      'tools: result k2 "two" + image image/png 3x2',
      'tools: error k3 "{\\"output\\":\\"no such file\\",\\"metadata\\":{\\"exit_code\\":1}}"',
      'model: local_shell k4 {"type":"exec","command":["pwd"]}',
      'tools: result k4 "/home/ada/x"',
      'model: tool_search k5 {"query":"wiki"}',
      'tools: result k5 "[{\\"name\\":\\"wiki\\"}]"',
      'model: "[web search call: {\\"type\\":\\"search\\",\\"query\\":\\"tabs\\"}]"',
      'program: "<turn_aborted>\\n  The user interrupted.\\n</turn_aborted>"',
      'typed: "go on with tabs"',
      // An orphan call stays one in the log.
      'model: exec_command k6 {"cmd":"make"}',
      'model: "Done with tabs."',
      'model: "Bye."',
    ]);
  });

  it('reads its usage with the cached part apart, and its model from the turn', () => {
    const used = odd.messages.filter((message) => message.usage);
    expect(used.map((message) => message.usage)).toEqual([
      { input: 600, output: 50, cacheCreation: 0, cacheRead: 400, total: 1050 },
    ]);
    expect(used[0]?.model).toBe('gpt-5.4');
  });

  it('keeps the system prompt and errors as notes', () => {
    expect(odd.entries.flatMap((entry) => (entry.type === 'note' ? [entry.text] : []))).toEqual([
      'System prompt of the recorded agent, 18 characters, not sent with this thread:\n\nBe a coding agent.',
      'The recorded agent reported: stream disconnected',
    ]);
  });

  it('places its compactions, without a second copy of the newest typed message', () => {
    const texts = odd.compactions.map(({ edits }) =>
      edits.flatMap((edit) =>
        edit.replacement.flatMap((part) => ('blocks' in part ? outline([{ ...part, origin: 'program' }]) : [])),
      ),
    );
    expect(texts).toEqual([
      [
        'program: "<b>why</b>"',
        'program: "[The recorded agent kept a summary of the thread here, encrypted; it can only be read by its provider.]"',
      ],
      ['program: "Another summary."'],
    ]);
  });

  it('reports what it does not know', () => {
    expect(odd.odd).toEqual(['23: unknown item from_the_future', '35: no payload', '36: not JSON']);
  });
});

describe('a rollout without events', () => {
  const line = (payload: object) => `${JSON.stringify({ type: 'response_item', payload })}\n`;
  const said = (role: string, text: string) => line({ type: 'message', role, content: [{ type: 'input_text', text }] });

  it('tells what was typed by the wrappers of the rest', async () => {
    const texts = [
      '<user_instructions>\n\nx\n</user_instructions>',
      'fix <b>this</b>',
      '<a>x</b>',
      '# AGENTS.md instructions for /x',
    ];
    const { messages } = await importText(texts.map((text) => said('user', text)).join(''));
    expect(messages.map((message) => message.origin)).toEqual(['program', 'typed', 'typed', 'program']);
    expect(messages.every((message) => message.at === AT)).toBe(true);
  });

  it('starts a new message after results', async () => {
    const call = (id: string) => line({ type: 'function_call', name: 'x', arguments: '{}', call_id: id });
    const output = (id: string) => line({ type: 'function_call_output', call_id: id, output: 'o' });
    const { messages } = await importText(
      call('a') + call('b') + output('a') + output('b') + call('c') + said('assistant', 'end'),
    );
    expect(outline(messages)).toEqual([
      'model: x a {} + x b {}',
      'tools: result a "o"',
      'tools: result b "o"',
      'model: x c {} + "end"',
    ]);
  });
});
