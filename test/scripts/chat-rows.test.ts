/** The headless chat against servers that misbehave, a row for each case that was found on strangers' servers (W and M). */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { drive, KEYS } from './chat-rows/drive.ts';
import { MEASURE_ROWS, MEASURE_SIBLINGS } from './chat-rows/rows-measure.ts';
import { REFUSAL_ROWS } from './chat-rows/rows-refusals.ts';
import { REPLY_ROWS } from './chat-rows/rows-replies.ts';
import { CALL_SIBLINGS } from './chat-rows/siblings-calls.ts';
import { END_SIBLINGS } from './chat-rows/siblings-ends.ts';
import { REFUSAL_SIBLINGS } from './chat-rows/siblings-refusals.ts';
import { REPLY_SIBLINGS } from './chat-rows/siblings-replies.ts';

const ROWS = [...REPLY_ROWS, ...REFUSAL_ROWS, ...MEASURE_ROWS];
const SIBLINGS = [...CALL_SIBLINGS, ...REPLY_SIBLINGS, ...REFUSAL_SIBLINGS, ...END_SIBLINGS, ...MEASURE_SIBLINGS];
/** `npm run test:deep` drives the siblings too. */
const isDeep = process.env.SPOOL_SIBLINGS === 'all';

const before = Object.keys(KEYS).map((name) => [name, process.env[name]] as const);
beforeAll(() => Object.assign(process.env, KEYS));
afterAll(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

describe('a headless turn:', () => {
  const rows = [...ROWS, ...(isDeep ? SIBLINGS : [])];
  it.concurrent.each(rows.map((row) => [row.id, row.api, row.what, row] as const))('%s %s: %s', (_, __, ___, row) =>
    drive(row),
  );
});
