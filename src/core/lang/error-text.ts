/** Turns any thrown value into a readable message, also an error without a message and a value that is no Error. */
import { isObject, readList } from './read-value.ts';

/** Errors that are named of those inside another. */
const MOST_INNER = 5;
/** Errors inside each other. */
const MOST_LEVELS = 3;

/** Never empty, and never throws; not bounded in length. */
export function errorText(thrown: unknown): string {
  return wordsOf(thrown, 0) ?? 'It failed without a message.';
}

function wordsOf(thrown: unknown, level: number): string | undefined {
  try {
    if (!isObject(thrown)) return thrown === undefined || thrown === null ? undefined : filled(String(thrown));
    return filled(Reflect.get(thrown, 'message')) ?? innerWords(thrown, level) ?? filled(plainText(thrown));
  } catch {
    // A getter of the value threw.
    return undefined;
  }
}

/** Of an AggregateError or a cause. */
function innerWords(thrown: object, level: number): string | undefined {
  if (level === MOST_LEVELS) return undefined;
  const inner = [...readList(Reflect.get(thrown, 'errors')).slice(0, MOST_INNER), Reflect.get(thrown, 'cause')];
  const words = inner.flatMap((one) => wordsOf(one, level + 1) ?? []);
  return words.length === 0 ? undefined : [...new Set(words)].join('; ');
}

function plainText(thrown: object): string {
  if (thrown instanceof Error) return thrown.name === 'Error' ? '' : thrown.name;
  const json = JSON.stringify(thrown);
  return json === '{}' ? '' : json;
}

function filled(text: unknown): string | undefined {
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
