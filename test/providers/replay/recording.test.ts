/** What is a recording, and what the one that ships holds. */
import { describe, expect, it } from 'vitest';
import { parseRecording } from '../../../src/providers/replay/recording.ts';
import { shippedRecordings } from '../../../src/providers/replay/shipped.ts';
import { recording } from './recordings.ts';

describe('parseRecording', () => {
  it('takes a recording as it is', () => {
    expect(parseRecording(JSON.parse(JSON.stringify(recording)))).toEqual(recording);
  });

  const [first] = recording.replies;
  it.each([
    ['nothing', undefined, 'all of it'],
    ['a reply of nothing', { ...recording, replies: [{}] }, 'replies.0: A reply says or calls something'],
    ['a blank text', { ...recording, replies: [{ text: ' ' }] }, 'replies.0.text'],
    ['a window of nothing', { ...recording, window: 0 }, 'window'],
    ['an id twice', { ...recording, replies: [first, first] }, 'replies: Two calls have one id'],
    ['a call without an input', { ...recording, replies: [{ calls: [{ id: 'c', name: 'n', result: '' }] }] }, 'input'],
  ])('refuses %s and says where', (_, value, words) => {
    expect(() => parseRecording(value)).toThrow(words);
  });
});

it('what ships is one long thread: each of its tools is described, and its last reply ends a turn', () => {
  const [shipped] = shippedRecordings();
  const calls = shipped?.replies.flatMap(({ calls = [] }) => calls) ?? [];
  const described = new Set(shipped?.tools.map(({ name }) => name));
  expect(new Set(calls.map(({ name }) => name))).toEqual(described);
  expect(shipped?.replies.length).toBeGreaterThanOrEqual(100);
  expect(shipped?.replies[0]?.asked).toBeDefined();
  expect(shipped?.replies.at(-1)?.calls).toBeUndefined();
});
