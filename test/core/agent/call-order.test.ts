/** Which tool calls of one reply wait for which. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CallOrder, heldBack, type Resource } from '../../../src/core/agent/call-order.ts';

const file = (path: string): Resource => ({ type: 'file', path });
const search: Resource = { type: 'workspace', mayChange: false };
const command: Resource = { type: 'workspace', mayChange: true };
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Begins all calls, then ends them one by one in the given order; a call that has not begun is ended as soon as it begins. */
async function spans(resources: readonly (Resource | undefined)[], endings: readonly number[]) {
  const order = new CallOrder();
  const events: string[] = [];
  const end = new Map<number, () => void>();
  const all = resources.map((resource, at) =>
    order.run(resource, async () => {
      events.push(`begin ${at}`);
      await new Promise<void>((resolve) => end.set(at, resolve));
      events.push(`end ${at}`);
      return at;
    }),
  );
  const left = new Set(endings);
  while (left.size > 0) {
    await tick();
    const next = [...left].find((at) => end.has(at));
    if (next === undefined) throw new Error(`no call runs: ${events.join(', ')}`);
    left.delete(next);
    end.get(next)?.();
  }
  expect(await Promise.all(all)).toEqual(resources.map((_, at) => at));
  return events;
}

/** Written apart from the class: whether two calls may not run at the same time. */
function mayMeet(a: Resource | undefined, b: Resource | undefined): boolean {
  if (!a || !b) return true;
  if (a.type === 'file' && b.type === 'file') return a.path !== b.path;
  return a.type === 'workspace' && b.type === 'workspace' && !a.mayChange && !b.mayChange;
}

const resources = fc.array(fc.constantFrom(undefined, search, command, file('a'), file('b')), { maxLength: 12 });

it('runs calls of one thing in the order of the calls, and all others at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      resources.chain((list) =>
        fc.tuple(
          fc.constant(list),
          fc.shuffledSubarray(
            list.map((_, at) => at),
            { minLength: list.length },
          ),
        ),
      ),
      async ([list, endings]) => {
        const events = await spans(list, endings);
        for (const [later, b] of list.entries())
          for (const [earlier, a] of list.slice(0, later).entries())
            if (!mayMeet(a, b)) expect(events.indexOf(`end ${earlier}`)).toBeLessThan(events.indexOf(`begin ${later}`));
      },
    ),
  );
});

it('begins at once what touches something else', async () => {
  const order = new CallOrder();
  const begun: string[] = [];
  const never = (name: string) => () => {
    begun.push(name);
    return new Promise<void>(() => {});
  };
  void order.run(file('a'), never('a'));
  void order.run(file('b'), never('b'));
  void order.run(undefined, never('none'));
  void order.run(file('a'), never('a again'));
  void order.run(search, never('search'));
  await tick();
  expect(begun.toSorted()).toEqual(['a', 'b', 'none']);
  const searches = new CallOrder();
  void searches.run(search, never('first'));
  void searches.run(search, never('second'));
  void searches.run(command, never('command'));
  await tick();
  expect(begun.slice(3)).toEqual(['first', 'second']);
});

it('a call is held back exactly where it does not begin while the held ones have not ended', async () => {
  const resources = fc.array(fc.constantFrom(undefined, file('a'), file('b'), search, command), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(resources, fc.uniqueArray(fc.nat(7), { maxLength: 3 }), async (calls, chosen) => {
      const held = new Set(chosen.filter((at) => at < calls.length));
      const order = new CallOrder();
      const begun = new Set<number>();
      for (const [at, resource] of calls.entries())
        void order.run(resource, () => {
          begun.add(at);
          return held.has(at) ? new Promise(() => undefined) : Promise.resolve();
        });
      for (let n = 0; n < 3; n++) await tick();
      const back = heldBack(calls, held);
      for (const at of calls.keys()) expect(back.has(at), `call ${at}`).toBe(held.has(at) || !begun.has(at));
    }),
  );
});
