/** The lines that stand on each provider's wire for what it does not take (blank results, images, documents), and attachments. */
import { it } from 'vitest';
import type { Message } from '../../../src/core/message/message.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { toContents } from '../../../src/providers/gemini/contents.ts';
import { toMessages } from '../../../src/providers/openai-compatible/to-messages.ts';
import { toInput } from '../../../src/providers/openai-responses/to-input.ts';
import { toMessages as toEditorMessages } from '../../../src/providers/vscode-lm/to-messages.ts';
import { expectGolden } from '../../golden-file.ts';
import { fakeApi } from '../../wire/vscode-lm-api.ts';
import { plain } from '../../wire/vscode-lm-rules.ts';
import { requestFor } from '../drive.ts';

const call = (id: string) => ({ type: 'tool_use', id, name: 'read_file', input: { path: id } }) as const;
const image = { type: 'image', mediaType: 'image/x-odd', data: 'AAAA' } as const;

const CONTEXT: readonly Message[] = [
  {
    role: 'user',
    blocks: [
      { type: 'text', text: 'Look at these.' },
      image,
      { type: 'document', mediaType: 'application/x-odd', data: 'AAAA' },
      {
        type: 'attachment',
        kind: 'selection',
        name: 'src/a "b".ts',
        lines: { from: 3, to: 4 },
        text: 'const a = 1;\nb();',
      },
      { type: 'reminder', text: 'A note by the program.' },
      { type: 'checkpoint', id: 'abc123' },
    ],
  },
  { role: 'assistant', blocks: [call('empty'), call('failed'), call('picture')] },
  {
    role: 'user',
    blocks: [
      { type: 'tool_result', toolUseId: 'empty', content: [] },
      { type: 'tool_result', toolUseId: 'failed', content: [], isError: true },
      { type: 'tool_result', toolUseId: 'picture', content: [image] },
      { type: 'checkpoint', id: 'def456' },
    ],
  },
];

const info = { id: 'm', takesImages: false };
const api = fakeApi([]);

it.each<[string, unknown]>([
  ['anthropic', toAnthropicMessages(CONTEXT)],
  ['gemini', toContents(CONTEXT, info)],
  ['openai-compatible', toMessages('', CONTEXT, false, { ids: 'safe', signs: false })],
  ['openai-responses', toInput(CONTEXT, { takesImages: false, seals: false })],
  ['vscode-lm', plain(api, toEditorMessages(api, info, requestFor(CONTEXT, { system: '' }))).messages],
])('golden: the placeholders of %s', async (name, wire) => {
  await expectGolden(`wire/${name}.txt`, JSON.stringify(wire, undefined, 2));
});
