/** Each bad file gets a sentence that says what is wrong, where, and what to do. */
import { describe, expect, it } from 'vitest';
import { FORMAT_TABLE } from '../../../src/core/transfer/formats.ts';
import { LIMIT } from '../../../src/core/transfer/import-failures.ts';
import type { FormatId } from '../../../src/core/transfer/import-types.ts';
import { fixture, importSource, importText, textSource } from './imported.ts';

const LINE = '{"type":"user","uuid":"u","message":{"role":"user","content":"hello"}}\n';

const NOT_KNOWN = `thread.jsonl: this is JSON, but no recorded thread that is known here. Known formats: ${FORMAT_TABLE.map(({ label }) => label).join(', ')}.`;

const BAD: readonly (readonly [string, string, string, FormatId?])[] = [
  ['nothing', '', 'thread.jsonl: the file is empty. Choose a recorded thread.'],
  ['only blanks', ' \n\r\n\t', 'thread.jsonl: the file is empty. Choose a recorded thread.'],
  ['only blanks, format given', ' \n', 'thread.jsonl: the file is empty. Choose a recorded thread.', 'codex'],
  ['only a byte order mark', '\uFEFF', 'thread.jsonl: the file is empty. Choose a recorded thread.'],
  ['a NUL', '{"a":"\0"}', 'thread.jsonl: this is no text in UTF-8. Choose a thread that is recorded as JSON or JSONL.'],
  [
    'bytes that are no UTF-8',
    '\uFFFDPNG\n\uFFFD\uFFFD\uFFFD\n',
    'thread.jsonl: this is no text in UTF-8. Choose a thread that is recorded as JSON or JSONL.',
  ],
  [
    'prose',
    'Dear all,\n{"a":1}\n',
    'thread.jsonl, line 1: this is not JSON. Choose a thread that is recorded as JSON or JSONL.',
  ],
  [
    'a document with a fault',
    '[\n{"role":"user","content":"a"},\n{"role":user}\n]',
    'thread.jsonl, line 3: this is not JSON. Choose a thread that is recorded as JSON or JSONL.',
  ],
  [
    'a document cut off',
    '[\n{"role":"user","content":"a"},\n{"role":"us',
    'thread.jsonl, line 3: the file ends in the middle of its JSON. Copy the file again.',
  ],
  [
    'a document of one line, cut off',
    '[{"role":"user","content":"a"',
    'thread.jsonl, line 1: the file ends in the middle of its JSON. Copy the file again.',
  ],
  [
    'lines, the last cut off',
    LINE + LINE.slice(0, 40),
    'thread.jsonl, line 2: the file ends in the middle of this line. Remove line 2 or copy the file again.',
  ],
  ['a document of another kind', '{"name":"spool","version":"1"}', NOT_KNOWN],
  ['lines of another kind', '{"a":1}\n{"a":2}\n', NOT_KNOWN],
  [
    'no message in lines',
    '{"type":"mode","sessionId":"s"}\n',
    'thread.jsonl: no message was found, read as Claude Code (JSONL). Choose another file or format.',
  ],
  [
    'no message in a document',
    '{"messages":[]}',
    'thread.jsonl: no message was found, read as OpenAI messages (JSON). Choose another file or format.',
    'openai',
  ],
  ['JSON nested without end', `${'['.repeat(9000)}${']'.repeat(9000)}`, NOT_KNOWN],
  [
    'lines read as another format',
    LINE,
    'thread.jsonl: no message was found, read as Codex rollout (JSONL). Choose another file or format.',
    'codex',
  ],
];

describe('a bad file', () => {
  for (const [what, text, message, format] of BAD) {
    it(what, async () => {
      for (const size of [1, 7, 1000]) {
        const { events, failure } = await importText(text, format, size);
        expect(failure?.message).toBe(message);
        expect(events.at(-1)?.type).toBe('failed');
      }
    });
  }

  it('of one document over 200 MB is refused before it is read', async () => {
    let asked = 0;
    async function* chunks() {
      while (true) {
        asked++;
        yield '{\n"messages": [\n';
      }
    }
    const { failure } = await importSource({ name: 'big.json', size: LIMIT + 1, chunks });
    const what =
      'this is one JSON document of 201 MB, and 200 MB is the most that is read. Record the thread as JSONL, or split it.';
    expect(failure).toEqual({ reason: 'too-large', file: 'big.json', what, message: `big.json: ${what}` });
    expect(asked).toBeLessThan(2000);
  });

  it('of lines may be larger than 200 MB', async () => {
    const { messages } = await importSource({ ...textSource(LINE), size: 2 * LIMIT });
    expect(messages).toHaveLength(1);
  });

  it('cut anywhere never throws, and a cut document always says so', async () => {
    for (const name of ['timesheet.anthropic.json', 'timesheet.openai.json']) {
      const text = fixture(name).trimEnd();
      for (let end = 1; end < text.length; end += 61) {
        const { failure, messages } = await importText(text.slice(0, end));
        expect(failure?.reason).toBe('truncated');
        expect(messages).toEqual([]);
      }
    }
  });

  it('of lines cut anywhere gives what is whole, or says which line is cut', async () => {
    for (const name of ['odd.claude-code.jsonl', 'odd.codex.jsonl', 'odd.pi.jsonl', 'odd.request-log.jsonl']) {
      const text = fixture(name);
      for (let end = 0; end < text.length; end += 17) {
        const part = text.slice(0, end);
        const { failure, events } = await importText(part);
        if (failure?.reason === 'truncated') expect(failure.line).toBe(part.split('\n').length);
        expect(events.filter((event) => event.type === 'failed').length).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('a file beside the one that is meant', () => {
  it.each([
    [
      'ui_messages.json',
      [{ ts: 1, type: 'say', say: 'text', text: 'hi' }],
      'api_conversation_history.json in the same folder',
    ],
    [
      'saved.json',
      [7, { ts: 1, type: 'ask', ask: 'tool', text: '{}' }],
      'api_conversation_history.json in the same folder',
    ],
    ['ui_messages.json', [{ x: 1 }], 'api_conversation_history.json in the same folder'],
    ['task_metadata.json', { files_in_context: [] }, 'api_conversation_history.json in the same folder'],
    ['history_item.json', { id: 'x', task: 'fix', tokensIn: 1 }, 'api_conversation_history.json in the same folder'],
    [
      'sessions.json',
      [{ sessionId: 'x', title: 'T', dateCreated: '1' }],
      'the file in the same folder that is named by the id of the session',
    ],
    [
      'logs.json',
      [{ sessionId: 'x', messageId: 0, type: 'user', message: 'hi' }],
      'a session file in the folder chats beside it',
    ],
    [
      'history.jsonl',
      { display: 'hi', pastedContents: {}, timestamp: 1, project: '/w' },
      'a session file in the folder projects beside it',
    ],
    ['history.jsonl', { session_id: 'x', ts: 1, text: 'hi' }, 'a rollout file in the folder sessions beside it'],
    ['ses_1.json', { id: 'ses_1', projectID: 'p', directory: '/w' }, 'the file that `opencode export` writes'],
  ])('%s names it in one sentence', async (name, value, meant) => {
    const forms = [JSON.stringify(value), JSON.stringify(value, null, 1)];
    if (name.endsWith('l')) forms.push(`${JSON.stringify(value)}\n${JSON.stringify(value)}\n`);
    for (const text of forms) {
      const { failure } = await importSource(textSource(text, 1000, name));
      expect(failure?.reason).toBe('unknown-format');
      expect(failure?.message).toMatch(/^\S+: this is [^.]*(\.json[^.]*)?\.$/);
      expect(failure?.message).toContain(`; choose ${meant}.`);
    }
  });
});

describe('a line that is odd', () => {
  it('in the middle is reported, and the rest is read', async () => {
    const { messages, odd, failure } = await importText(`${LINE}{"type":\n42\n${LINE}`);
    expect(failure).toBeUndefined();
    expect(messages).toHaveLength(2);
    expect(odd).toEqual(['2: not JSON', '3: no object']);
  });

  it('at the start does not hide the format', async () => {
    const { events, odd } = await importText(`broken\n${LINE}`);
    expect(events[0]).toEqual({ type: 'format', format: 'claude-code' });
    expect(odd).toEqual(['1: not JSON']);
  });

  it('at the end is odd when it is ended or no mere cut', async () => {
    expect((await importText(`${LINE}{"type":\n`)).odd).toEqual(['2: not JSON']);
    expect((await importText(`${LINE}end of file`)).odd).toEqual(['2: not JSON']);
  });
});
