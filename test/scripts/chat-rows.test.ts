/** The headless chat against servers that misbehave, a row for each case that was found on strangers' servers (W and M). */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { drive, KEYS } from './chat-rows/drive.ts';
import { REFUSAL_ROWS } from './chat-rows/rows-refusals.ts';
import { REPLY_ROWS } from './chat-rows/rows-replies.ts';

const before = Object.keys(KEYS).map((name) => [name, process.env[name]] as const);
beforeAll(() => Object.assign(process.env, KEYS));
afterAll(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

describe('a headless turn:', () => {
  it.concurrent.each([...REPLY_ROWS, ...REFUSAL_ROWS].map((row) => [row.id, row.api, row.what, row] as const))(
    '%s %s: %s',
    (_, __, ___, row) => drive(row),
  );
});
