/** Rewrites the stream of Gemini, or of a gateway before it, so that the SDK can read all of it. */
import { isObject, readField, readText } from '../../core/lang/read-value.ts';
import { type Spell, spelled } from '../shared/event-response.ts';
import { statusOf } from '../shared/model-error.ts';
import { messageOf } from '../shared/reply-values.ts';

const FIELDS = ['candidates', 'promptFeedback', 'usageMetadata'];

/** The SDK takes an error for one only where it has the number of an HTTP status. */
export const spellEvent: Spell = (event) => {
  if (event.type === 'done') return '';
  const { json, value } = event;
  const error = readField(value, 'error');
  if (error) return spelled(errorJson(error));
  return FIELDS.some((field) => readField(value, field) !== undefined) ? spelled(json) : '';
};

function errorJson(error: unknown): string {
  const said = isObject(error) ? error : {};
  const message = messageOf(readField(error, 'message') ?? (isObject(error) ? undefined : error)) ?? '';
  const [given, status] = [Number(readField(said, 'code')), readText(readField(said, 'status'))];
  const code = given >= 400 && given < 600 ? given : statusOf({ message, code: status });
  return JSON.stringify({ error: { ...said, code, message } });
}
