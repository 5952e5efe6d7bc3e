/** The filter of a search index: it never misses a word that a text holds, and lets few others through. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprint } from '../../../src/core/lang/fingerprint.ts';
import { GramFilter } from '../../../src/core/lang/gram-filter.ts';
import { runs } from '../../property/runs.ts';

it('never misses a part of a text, in either case, also when it was kept and read again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), fc.nat(), fc.nat(), (texts, which, from) => {
      const filter = new GramFilter();
      for (const text of texts) filter.add(text);
      const text = (texts[which % texts.length] ?? '').toLowerCase();
      const part = text.slice(from % (text.length + 1));
      expect(filter.mayHold(part)).toBe(true);
      expect(filter.mayHold(text.toUpperCase().toLowerCase() === text ? text.toUpperCase() : text)).toBe(true);
      expect(new GramFilter(Uint8Array.from(filter.bits)).mayHold(part)).toBe(true);
    }),
    runs(300),
  );
});

it('leaves out nearly all texts that lack a word, and grows before it is too full for that', () => {
  const words = Array.from({ length: 6_000 }, (_, i) => fingerprint(`word ${i}`));
  const [held, others] = [words.slice(0, 3_000), words.slice(3_000)];
  let filter = new GramFilter();
  for (let next: GramFilter | undefined = filter; next; next = filter.grown()) {
    filter = next;
    for (const word of held) filter.add(word);
  }
  expect(filter.bits.length).toBeGreaterThan(2_048);
  expect(held.every((word) => filter.mayHold(word))).toBe(true);
  expect(others.filter((word) => filter.mayHold(word)).length).toBeLessThan(30);
});

it('knows which sizes it can be kept in', () => {
  expect([0, 1, 2_047, 2_048, 4_096, 2 ** 18, 2 ** 19].map(GramFilter.hasSize)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    false,
  ]);
});
