/** Drafts: what was typed is lost only when the host has it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as drafts from '../../../src/webview/state/draft.ts';
import { nextPlace, placesIn } from '../../../src/webview/state/prompt-places.ts';
import { choose, commandsFor } from '../../../src/webview/state/slash-command-list.ts';

const typed = (text: string, key = 'a') => drafts.type(drafts.noDrafts, key, text);
const sent = (state: drafts.Drafts, key = 'a') => drafts.send(state, key) ?? state;

describe('a draft', () => {
  test('goes when the host took it, and stays when it did not', () => {
    expect(drafts.taken(sent(typed('hello')))).toEqual({ texts: new Map() });
    expect(drafts.refuse(sent(typed('hello')), 'no model')).toEqual({
      texts: new Map([['a', 'hello']]),
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

  test('with open places of a prompt is held once, and sent as it is when it is sent again', () => {
    const places = placesIn(
      `Make \${input:name:MyForm} in \${input:dir}, \${input:dir} for $ARGUMENTS, not $ARGUMENTS2 or $1.`,
    );
    expect(places).toEqual([`\${input:name:MyForm}`, `\${input:dir}`, '$ARGUMENTS']);
    const inserted = drafts.withPrompt(typed(`Make \${input:name:MyForm} in \${input:dir}`), 'a', places);
    expect(drafts.openPlaces(inserted, 'a')).toEqual([`\${input:name:MyForm}`, `\${input:dir}`]);
    expect(drafts.openPlaces(inserted, 'b')).toEqual([]);
    const half = drafts.type(inserted, 'a', `Make Login in \${input:dir}`);
    const held = drafts.holdForPlaces(half, 'a', (open) => open.join());
    expect(held?.refused).toEqual({ key: 'a', why: `\${input:dir}`, canSend: true });
    expect(held && drafts.holdForPlaces(held, 'a', String)).toBeUndefined();
    expect(drafts.holdForPlaces(drafts.type(half, 'a', 'Make Login in src'), 'a', String)).toBeUndefined();
    expect(drafts.taken(sent(half)).prompt).toBeUndefined();
    expect(drafts.taken(sent(drafts.type(half, 'b', 'x'), 'b')).prompt).toEqual(half.prompt);
    expect(drafts.refuse(sent(half), 'no model').prompt).toEqual(half.prompt);
  });

  test('has a place where nothing was selected, and none for a variable of another language', () => {
    const text = `Explain \${selection} of \${file}, \${fileBasenameNoExtension}, \${name} and \${selections}`;
    expect(placesIn(text)).toEqual([`\${selection}`, `\${file}`, `\${fileBasenameNoExtension}`]);
    const inserted = drafts.withPrompt(typed(text), 'a', placesIn(text));
    expect(drafts.holdForPlaces(inserted, 'a', (open) => open[0] ?? '')?.refused?.why).toBe(`\${selection}`);
  });

  test('has its places in the order of its text', () => {
    const text = `\${input:b} \${input:a} \${input:b}`;
    const places = placesIn(text);
    const seen: number[] = [];
    for (let next = nextPlace(text, places, 0); next; next = nextPlace(text, places, next.end)) seen.push(next.start);
    expect(seen).toEqual([0, 11, 22]);
    expect(nextPlace('', places, 0)).toBeUndefined();
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
