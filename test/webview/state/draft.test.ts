/** Drafts: what was typed is lost only when the host has it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandPrompt } from '../../../src/core/workspace/prompts/expand-prompt.ts';
import * as drafts from '../../../src/webview/state/draft.ts';
import { afterEdit, placeholdersAt, textsOf } from '../../../src/webview/state/placeholders.ts';
import { choose, commandsFor } from '../../../src/webview/state/slash-command-list.ts';

const typed = (text: string, key = 'a') => drafts.type(drafts.noDrafts, key, text);
const typedAll = (state: drafts.Drafts, ...texts: readonly string[]) =>
  texts.reduce((now, text) => drafts.type(now, 'a', text), state);
const sent = (state: drafts.Drafts, key = 'a') => drafts.send(state, key) ?? state;

describe('a draft', () => {
  test('goes when the host took it, and stays when it did not', () => {
    expect(drafts.taken(sent(typed('hello')))).toEqual(drafts.noDrafts);
    expect(drafts.refuse(sent(typed('hello')), 'no model')).toEqual({
      texts: new Map([['a', 'hello']]),
      placeholders: new Map(),
      refused: { key: 'a', why: 'no model' },
    });
  });

  test('is not sent while the one before is not answered, nor when it is blank', () => {
    expect(drafts.send(sent(typed('hello')), 'a')).toBeUndefined();
    expect(drafts.send(typed(' \n '), 'a')).toBeUndefined();
  });

  test('keeps what was typed after the sending, and all of it where it was changed', () => {
    const sending = sent(typed('hello'));
    expect(drafts.draftText(drafts.taken(drafts.type(sending, 'a', 'hello and more')), 'a')).toBe('and more');
    expect(drafts.draftText(drafts.taken(drafts.type(sending, 'a', 'other')), 'a')).toBe('other');
  });

  test('goes from the thread in which it was sent, whichever is open by then', () => {
    const sending = drafts.type(sent(typed('hello', ''), ''), 'new', 'typed there');
    expect(drafts.taken(sending).texts).toEqual(new Map([['new', 'typed there']]));
  });

  const inserted = (text: string, key = 'a', before = drafts.noDrafts, variables = {}) => {
    const prompt = expandPrompt({ text }, '', variables);
    return drafts.takeBack(before, key, prompt?.text ?? '', prompt?.placeholders);
  };
  const open = (state: drafts.Drafts, key = 'a') =>
    textsOf(drafts.draftText(state, key), drafts.openPlaceholders(state, key));
  const held = (state: drafts.Drafts, key = 'a') => drafts.holdForPlaceholders(state, key, String)?.refused?.why;

  test('with open placeholders of a prompt is held once, and sent as it is when it is sent again', () => {
    const made = inserted(`Make \${input:name:MyForm} in \${input:dir} for $ARGUMENTS, $1, not $100 or $ARGUMENTS2.`);
    expect(open(made)).toEqual([`\${input:name:MyForm}`, `\${input:dir}`, '$ARGUMENTS', '$1']);
    expect(open(made, 'b')).toEqual([]);
    const half = drafts.type(made, 'a', `Make Login in \${input:dir}`);
    const hold = drafts.holdForPlaceholders(half, 'a', String);
    expect(hold?.refused).toEqual({ key: 'a', why: `\${input:dir}`, canSend: true });
    expect(hold && drafts.holdForPlaceholders(hold, 'a', String)).toBeUndefined();
    expect(held(drafts.type(half, 'a', 'Make Login in src'))).toBeUndefined();
    expect(drafts.taken(sent(half)).placeholders.size).toBe(0);
    expect(drafts.taken(sent(drafts.type(half, 'b', 'x'), 'b')).placeholders).toEqual(half.placeholders);
    expect(drafts.refuse(sent(half), 'no model').placeholders).toEqual(half.placeholders);
  });

  test.each([
    ['another prompt in another thread', (state: drafts.Drafts) => inserted('Fix $ARGUMENTS', 'b', state), '$1'],
    ['a message that is taken back', (state: drafts.Drafts) => drafts.takeBack(state, 'a', 'Is it $1?'), '$1'],
    ['a second prompt before it', (state: drafts.Drafts) => inserted('Or $2', 'a', state), '$2,$1'],
    ['text before it', (state: drafts.Drafts) => drafts.type(state, 'a', 'So: fix $1 now'), '$1'],
    ['an edit and its undo', (state: drafts.Drafts) => typedAll(state, 'fix $9 now', 'fix $1 now'), '$1'],
    ['another text and its undo', (state: drafts.Drafts) => typedAll(state, 'x', 'fix $1 now'), '$1'],
    ['a sign within it', (state: drafts.Drafts) => drafts.type(state, 'a', 'fix $ 1 now'), undefined],
    [
      'the same text again',
      (state: drafts.Drafts) => drafts.receiveDraft(state, { thread: 'a', text: 'fix $1 now' }),
      '$1',
    ],
    ['an emptied draft', (state: drafts.Drafts) => typedAll(state, '', 'what is $1?'), undefined],
  ])('knows its placeholders after %s', (_, edit, why) => {
    expect(held(edit(inserted('fix $1 now')))).toBe(why);
  });

  test('is told of with its placeholders, so that another panel holds it too', () => {
    const here = inserted('fix $1 now');
    const message = { thread: 'a', text: drafts.draftText(here, 'a'), places: [...drafts.openPlaceholders(here, 'a')] };
    expect(held(drafts.receiveDraft(drafts.noDrafts, message))).toBe('$1');
    expect(held(drafts.receiveDraft(here, { thread: 'a', text: 'what is $1?' }))).toBeUndefined();
  });

  test('has a place where nothing was selected, and none for a variable of another language', () => {
    const text = `Explain \${selection} of \${file}, \${fileBasenameNoExtension}, \${name} and \${selections}`;
    const state = inserted(text);
    expect(open(state)).toEqual([`\${selection}`, `\${file}`, `\${fileBasenameNoExtension}`]);
    expect(held(typedAll(state, 'x', text))).toBe(open(state).join());
  });

  test('takes no text for a place that came from an editor', () => {
    const state = inserted(`Explain \${selection} to $1`, 'a', drafts.noDrafts, { selection: '$1 $ARGUMENTS' });
    expect(drafts.openPlaceholders(state, 'a')).toEqual([{ start: 25, end: 27 }]);
    expect(held(drafts.type(state, 'a', 'Explain $1 $ARGUMENTS to me'))).toBeUndefined();
  });

  test('has its placeholders where the text has them, whatever is edited', () => {
    const unit = fc.constantFrom('$1', '$ARGUMENTS', `\${input:a}`, '$', '1', 'a ', ' ');
    const text = fc.string({ unit, maxLength: 12 });
    fc.assert(
      fc.property(text, fc.array(fc.tuple(text, fc.nat(), fc.nat()), { maxLength: 5 }), (prompt, edits) => {
        let now = prompt;
        let placeholders = placeholdersAt(now, expandPrompt({ text: prompt }, '')?.placeholders ?? []);
        for (const [put, a, b] of edits) {
          const [from = 0, to = 0] = [a % (now.length + 1), b % (now.length + 1)].toSorted((x, y) => x - y);
          const next = now.slice(0, from) + put + now.slice(to);
          const moved = afterEdit(placeholders, now, next);
          expect(textsOf(next, moved.open).every((one) => placeholders.known.has(one))).toBe(true);
          expect(moved.open.every(({ start }, i) => start > (moved.open[i - 1]?.start ?? -1))).toBe(true);
          expect(textsOf(now, afterEdit(moved, next, now).open)).toEqual(
            expect.arrayContaining([...textsOf(now, placeholders.open)]),
          );
          now = next;
          placeholders = moved;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('with thousands of placeholders is edited', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `\${input:a${i}}`).join(' ');
    let state = inserted(many);
    for (let i = 0; i < 20; i++) {
      state = drafts.type(state, 'a', `${drafts.draftText(state, 'a')}x`);
      expect(drafts.openPlaceholders(state, 'a')).toHaveLength(20_000);
      state = drafts.type(drafts.type(state, 'a', 'x'), 'a', many);
    }
    expect(open(state)).toHaveLength(20_000);
  });

  test('is kept for the threads that were typed in last', () => {
    let state = drafts.noDrafts;
    for (let i = 0; i < 30; i += 1) state = drafts.type(state, `${i}`, 'x');
    state = drafts.type(state, '10', 'xx');
    expect([...state.texts.keys()]).toEqual([...Array.from({ length: 19 }, (_, i) => `${i + 11}`), '10']);
  });

  test('is never lost, whatever is typed, sent, refused and taken back', () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('type' as const), text: fc.string({ maxLength: 6 }) }),
      fc.constantFrom({ does: 'send' as const }, { does: 'take' as const }, { does: 'refuse' as const }),
      fc.record({ does: fc.constant('back' as const), text: fc.string({ minLength: 1, maxLength: 6 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let state = drafts.noDrafts;
        for (const one of steps) {
          const before = drafts.draftText(state, 'a');
          if (one.does === 'type') state = drafts.type(state, 'a', before + one.text);
          if (one.does === 'send') state = sent(state);
          if (one.does === 'refuse') state = drafts.refuse(state, 'no');
          if (one.does === 'back') state = drafts.takeBack(state, 'a', one.text);
          const now = drafts.draftText(state, 'a');
          if (one.does === 'back') expect(now.startsWith(one.text) && now.endsWith(before.trim() && before)).toBe(true);
          else if (one.does !== 'take') expect(now.startsWith(before)).toBe(true);
          if (one.does !== 'take') continue;
          const { sending } = state;
          state = drafts.taken(state);
          const host = sending && before.startsWith(sending.text) ? sending.text : '';
          expect(before.slice(host.length).trimStart()).toBe(
            host ? drafts.draftText(state, 'a') : drafts.draftText(state, 'a').trimStart(),
          );
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a command', () => {
  test.each([
    ['/', 6],
    ['/COM', 1],
    ['/compact', 1],
    ['/compact ', 0],
    ['/compact now', 0],
    ['@', 1],
    ['@file', 0],
    ['look at /', 0],
    ['', 0],
  ])('typed as %j is one of %i', (text, n) => {
    expect(commandsFor(text)).toHaveLength(n);
  });

  test('that takes more is completed first, and sent when it was typed whole', () => {
    const [compact] = commandsFor('/compact');
    const [context] = commandsFor('/context');
    if (!compact || !context) throw new Error('there are no such commands');
    expect(choose(compact, '/com')).toEqual({ text: '/compact ', send: false });
    expect(choose(compact, '/compact')).toEqual({ text: '/compact', send: true });
    expect(choose(context, '/con')).toEqual({ text: '/context', send: true });
  });
});
