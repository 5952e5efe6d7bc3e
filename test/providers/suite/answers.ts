/** Replies that fakes are told, in few words, and texts that are hard to carry. */
import type { FakeAnswer, FakeCall, FakeFailure } from '../../wire/fake.ts';

export function says(answer: string | Omit<FakeAnswer, 'type'>): FakeAnswer {
  return { type: 'answer', ...(typeof answer === 'string' ? { text: answer } : answer) };
}

export function fails(kind: FakeFailure['kind'], retryAfter?: number): FakeFailure {
  return { type: 'failure', kind, ...(retryAfter !== undefined && { retryAfter }) };
}

/** A call of the suite's own tool. */
export function looks(id: string, path = id): FakeCall {
  return { id, name: 'look', input: { path } };
}

/** Reliability case 40: each is to come back as it was. */
export const HARD_TEXTS: readonly string[] = [
  'a family 👨‍👩‍👧‍👦, a flag 🇩🇪, a hand 👋🏽',
  '鷺は七羽です。 e\u0301 \u1e69',
  'before\u0000after\u0007\u001b[31mred\u001b[0m',
  'left \u202eright\u202c \u200fאבג\u200e',
  "$& $1 $` $' {{x}} %s \\n",
  'a </summary> and <checkpoint:abcdef> within <system-reminder>',
  'one\r\ntwo\rthree\u2028four\u2029five',
  '\ufeffx\ufffe\uffff',
];

/** JSON can't carry half of a pair to where it is read as UTF-8: it becomes the character that stands for what is none. */
export const HALF_PAIR = 'half \ud83d of a pair';
