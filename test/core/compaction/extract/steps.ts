/** Calls of a recorded thread for tests of the sections, and the items that a section tells. */
import { callsOf } from '../../../../src/core/compaction/extract/calls.ts';
import type { Json } from '../../../../src/core/lang/json.ts';
import { entriesOf } from '../extract-thread.ts';

export type Steps = Parameters<typeof entriesOf>[0];

export const items = ({ text }: { readonly text: string }) => text.split('\n').slice(2);

export const call = (name: string, input: Json, result = 'ok', failed?: true): Steps[number] => {
  return { call: name, input, result, ...(failed && { failed }) };
};

export const run = (command: string, result = 'ok', failed?: true) => call('bash', { command }, result, failed);

export const calls = (...steps: Steps) => callsOf(entriesOf(steps));
