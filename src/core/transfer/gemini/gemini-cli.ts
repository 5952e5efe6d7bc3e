/** Imports Gemini CLI's older session files: one JSON document. */
import { field, filledText, isList } from '../../lang/json-fields.ts';
import type { DocumentFormat, Part } from '../reader/import-format.ts';
import { isGeminiMessage, readGeminiMessage } from './message.ts';

export const geminiCli: DocumentFormat<'gemini-cli'> = {
  id: 'gemini-cli',
  label: 'Gemini CLI session (JSON)',
  shape: 'document',
  matches: (document) => {
    const messages = field(document, 'messages');
    return typeof field(document, 'sessionId') === 'string' && isList(messages) && messages.some(isGeminiMessage);
  },
  read: (document, at) => {
    const messages = field(document, 'messages');
    const title = filledText(field(document, 'summary'));
    return [
      ...(title === undefined ? [] : [{ type: 'title', title: title.trim(), rank: 1 } as const]),
      ...(isList(messages) ? messages : []).flatMap((message, index) => {
        const odd = (detail: string): Part => ({
          type: 'odd',
          line: index + 1,
          detail: `message ${index + 1}: ${detail}`,
        });
        return readGeminiMessage(message, at, odd);
      }),
    ];
  },
};
