/** Rewrites the stream of a server with Claude's API so that the SDK can read all of it. */
import { isObject, readField, readList, readText } from '../../core/lang/read-value.ts';
import { spelled, streamIn } from '../shared/event-response.ts';
import type { StreamEvent } from '../shared/event-stream.ts';
import { messageOf } from '../shared/reply-values.ts';

/** A fetch whose streams hold nothing that the SDK fails at, or leaves out. */
export function readableFetch(from: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await from(input, init);
    const wantsStream = typeof init?.body === 'string' && init.body.includes('"stream":true');
    return wantsStream ? streamIn(response, spell) : response;
  };
}

/** The SDK leaves out what has no name, and some servers leave out the names. */
function spell(event: StreamEvent): string {
  if (event.type === 'done') return '';
  const { json, value, name } = event;
  const type = readText(readField(value, 'type'));
  const error = readField(value, 'error') ?? readField(value, 'detail');
  if (name === 'error' || type === 'error' || (type === undefined && error))
    return spelled(errorJson(error ?? value), 'error');
  if (type === 'message')
    return wholeMessage(value)
      .map((one) => spelled(JSON.stringify(one), one.type))
      .join('');
  const known = name || type;
  return known === undefined ? '' : spelled(json, known);
}

function errorJson(error: unknown): string {
  const said = isObject(error) ? error : { message: messageOf(error) };
  const code = ['type', 'code'].map((key) => readText(readField(said, key))).find((one) => one && one !== 'error');
  return JSON.stringify({ type: 'error', error: { ...said, type: code ?? 'error' } });
}

/** The events that a reply in one piece would have come in. */
function wholeMessage(message: unknown): readonly (Readonly<Record<string, unknown>> & { readonly type: string })[] {
  const [usage, stop_reason] = [readField(message, 'usage'), readField(message, 'stop_reason')];
  const content = readField(message, 'content');
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : readList(content);
  return [
    { type: 'message_start', message: { usage } },
    ...blocks.flatMap((content_block, index) => [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason }, usage },
    { type: 'message_stop' },
  ];
}
