/** Whatever a person does and in whatever order, each question is answered once, and nothing runs that was not allowed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MODES, type PermissionRequest } from '../../../src/core/permission/request.ts';
import { checked, commandOf } from '../../core/permission/world.ts';
import { runs } from '../../property/runs.ts';
import { openWindow } from './asking.ts';

/** What no rule and no mode ever allows, what a rule may, and what the mode may. */
const REQUESTS: readonly PermissionRequest[] = [
  commandOf('echo $(id)'),
  commandOf('npm test'),
  { type: 'write', kind: 'edit', path: checked('src/a.ts') },
];

const number = fc.nat({ max: 12 });
const call = fc.record({ type: fc.constant('call' as const), request: fc.nat({ max: 2 }) });
const answer = fc.record({
  type: fc.constant('answer' as const),
  id: fc.nat({ max: 3 }),
  answer: fc.constantFrom('once' as const, 'thread' as const, 'always' as const, 'deny' as const),
  offer: fc.option(fc.nat({ max: 2 }), { nil: undefined, freq: 2 }),
  // Refused for a command, so they are rare.
  hunks: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.array(number, { maxLength: 2 })),
});
const act = fc.oneof(
  { weight: 4, arbitrary: call },
  { weight: 6, arbitrary: answer },
  fc.record({ type: fc.constant('stop' as const), call: number }),
  fc.record({ type: fc.constant('mode' as const), mode: fc.constantFrom(...MODES) }),
  fc.constant({ type: 'change' as const }),
  fc.constant({ type: 'revoke' as const }),
);

it('holds for any acts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      const { permissions, authority, call: ask } = openWindow();
      const calls: { readonly request: number; readonly stop: AbortController; ran?: boolean; id: string }[] = [];
      const once = new Set<string>();
      const kept = new Set<number>();
      const modes = new Set<string>(['ask']);
      for (const one of acts) {
        switch (one.type) {
          case 'call': {
            const request = REQUESTS[one.request];
            if (!request) break;
            const made = { request: one.request, stop: new AbortController(), id: `c${calls.length}` };
            calls.push(made);
            void ask([request], { id: made.id, signal: made.stop.signal }).then((done) =>
              Object.assign(made, { ran: typeof done !== 'string' }),
            );
            break;
          }
          case 'answer': {
            const { answer, offer, hunks } = one;
            // Most answers are to a question that is open.
            const target = authority.questions[one.id];
            const id = target?.id ?? one.id;
            const asked = authority.questions.find((question) => question.id === id)?.question;
            const given = { id, answer, ...(offer !== undefined && { offer }), ...(hunks && { hunks }) };
            const isTaken = authority.answer(given);
            expect(isTaken && !asked).toBe(false);
            if (!isTaken || !asked || answer === 'deny') break;
            once.add(asked.call);
            if (answer !== 'once') kept.add(calls.find((made) => made.id === asked.call)?.request ?? -1);
            break;
          }
          case 'stop':
            calls[one.call]?.stop.abort();
            break;
          case 'mode':
            permissions.setMode(one.mode);
            modes.add(one.mode);
            break;
          case 'change':
            permissions.rules.changed(checked('src/a.ts'));
            break;
          case 'revoke':
            for (const rule of permissions.rules.ofWorkspace) permissions.rules.remove(rule, 'workspace');
        }
        await new Promise((resolve) => setTimeout(resolve));
      }
      for (const { stop } of calls) stop.abort();
      await expect.poll(() => calls.every(({ ran }) => ran !== undefined)).toBe(true);
      expect(authority.questions).toEqual([]);
      expect(kept.has(0) || kept.has(2)).toBe(false);
      for (const { ran, id, request } of calls.filter((made) => made.ran))
        expect([ran, once.has(id) || kept.has(request) || (request === 2 && modes.has('edit'))]).toEqual([true, true]);
    }),
    runs(150),
  );
});
