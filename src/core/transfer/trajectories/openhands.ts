/** Imports OpenHands' logs of model calls: one request with its reply in each file. */

import type { Json } from '../../lang/json.ts';
import { field, filledText, isList, isRecord } from '../../lang/json-fields.ts';
import { ChatReader } from '../openai/chat-messages.ts';
import type { DocumentFormat } from '../reader/import-format.ts';

/** What the program puts beside a person's text, in blocks of its own. */
const INJECTED =
  /^\s*<(EXTRA_INFO|RUNTIME_INFORMATION|REPOSITORY_INFO|REPOSITORY_INSTRUCTIONS|REPO_CONTEXT|SKILLS|CURRENT_DATETIME)>/;

export const openhands: DocumentFormat<'openhands'> = {
  id: 'openhands',
  label: 'OpenHands log (JSON)',
  shape: 'document',
  matches: (document) => isList(field(document, 'messages')) && replyOf(document) !== undefined,
  read: (document, at) => {
    const model = filledText(field(responseOf(document), 'model'));
    const reader = new ChatReader({ at, model, isProgram: (text) => INJECTED.test(text) });
    const messages = field(document, 'fncall_messages') ?? field(document, 'messages');
    const reply = replyOf(document);
    return [...(isList(messages) ? messages : []), ...(reply === undefined ? [] : [reply])].flatMap((message, index) =>
      reader.read(message, index + 1),
    );
  },
};

/** Where a model had no calls of its own, the log has them apart from what was sent. */
function responseOf(document: Json): Json | undefined {
  return field(document, 'fncall_response') ?? field(document, 'response');
}

function replyOf(document: Json): Json | undefined {
  const response = responseOf(document);
  const choices = field(response, 'choices');
  const message = isList(choices) ? field(choices[0], 'message') : undefined;
  if (!isRecord(message)) return undefined;
  const timestamp = field(document, 'timestamp') ?? field(response, 'created');
  return { role: 'assistant', ...message, usage: field(response, 'usage') ?? null, ...(timestamp && { timestamp }) };
}
