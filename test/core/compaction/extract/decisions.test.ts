/** Decisions: what the model settled on, and what the user answered. */
import { describe, expect, it } from 'vitest';
import { callsOf } from '../../../../src/core/compaction/extract/calls.ts';
import { decisionsSection } from '../../../../src/core/compaction/extract/decisions.ts';
import type { Json } from '../../../../src/core/lang/json.ts';
import { entriesOf } from '../extract-thread.ts';

type Steps = Parameters<typeof entriesOf>[0];
const items = ({ text }: { readonly text: string }) => text.split('\n').slice(2);
const call = (name: string, input: Json, result = 'ok', failed?: true): Steps[number] => {
  return { call: name, input, result, ...(failed && { failed }) };
};
const run = (command: string, result = 'ok', failed?: true) => call('bash', { command }, result, failed);

describe('decisions', () => {
  const decisions = (...steps: Steps) => {
    const entries = entriesOf(steps);
    return items(decisionsSection(entries, callsOf(entries), 1_000));
  };
  const why = 'because the old one is still read by the import';

  it.each([
    `I decided to keep the table ${why}.`,
    `This is the decision, ${why}.`,
    `I’ll use the second table ${why}.`,
    `let's go with the second table ${why}`,
    `We take the second table instead of the first.`,
    `A table rather than a file, ${why}.`,
    `The root cause stands in the second table there.`,
    `It turns out that the table is read twice a day.`,
    `- the fix is a second table, ${why}.`,
    `We won't keep the first table, ${why}.`,
    `As we agreed, the second table stays, ${why}.`,
  ])('are %s', (said) => expect(decisions({ said })).toEqual([`- ${said.replace(/^- /, '')}`]));

  it.each([
    `Looking at the second table now, ${why}.`,
    'I decided.',
    `I decided ${'to keep it '.repeat(30)}`,
    `An undecidedly long word about the second table of all.`,
  ])('are not %s', (said) => expect(decisions({ said })).toEqual([]));

  it('are what the user answered, in the order of the thread, but to no failed question', () => {
    expect(
      decisions(
        { said: `I decided to keep the table ${why}.` },
        call('ask_user', { question: 'Red or blue?' }, 'Blue.'),
        call('AskFollowupQuestion', { question: 'Now?' }, 'no', true),
        call('exit_plan_mode', {}, 'Go on.'),
        run('ls', 'I decided to keep the table in this output.'),
        { typed: `I decided to keep the table ${why}.` },
      ),
    ).toEqual([`- I decided to keep the table ${why}.`, '- Red or blue? → Blue.', '- Go on.']);
  });

  it('keep answers longest, then the newest', () => {
    const entries = entriesOf([
      call('ask_user', { question: 'Red or blue?' }, 'Blue.'),
      { said: `I decided to keep table one ${why}.` },
      { said: `I decided to keep table two ${why}.` },
    ]);
    const all = decisionsSection(entries, callsOf(entries), 1_000).tokens;
    expect(items(decisionsSection(entries, callsOf(entries), all - 1))).toEqual([
      '- Red or blue? → Blue.',
      `- I decided to keep table two ${why}.`,
    ]);
    expect(items(decisionsSection(entries, callsOf(entries), 20))).toEqual(['- Red or blue? → Blue.']);
  });
});
