/** Fits the token estimator's weights to gpt-tokenizer's o200k counts and writes src/core/tokens/estimate-weights.ts. */
import { writeFileSync } from 'node:fs';
import { CLASS_COUNT, CLASS_OF } from '../src/core/tokens/estimate-classes.ts';
import { CONTEXT_COUNT, contextOf, stateAfter } from '../src/core/tokens/estimate-contexts.ts';
import { encodeWeights, MAX_WEIGHT } from '../src/core/tokens/estimate-weight-code.ts';
import { type CorpusClass, readCorpus } from './estimator/corpus.ts';
import { trueTokens } from './estimator/truth.ts';

const SLICE = 160; // characters; short, so that a slice tells much about its few contexts
const ITERATIONS = 60;
const PRIOR = 0.35; // tokens, where a context is never seen
const PRIOR_STRENGTH = 1e-6; // in shares of a class

/** One slice of text: how often each context is in it, and its tokens. */
interface Slice {
  readonly contexts: Uint16Array;
  readonly counts: Uint16Array;
  readonly tokens: number;
  readonly importance: number;
}

function slicesOf({ texts, share }: CorpusClass): Slice[] {
  const slices = texts.flatMap(cut).map((text) => ({ ...tally(text), tokens: trueTokens(text) }));
  const total = slices.reduce((sum, { tokens }) => sum + tokens, 0);
  return slices.map((slice) => ({ ...slice, importance: share / total }));
}

/** Cuts at white space where there is some in the second half of a slice. */
function cut(text: string): string[] {
  const slices: string[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = Math.min(text.length, from + SLICE);
    const blank = Math.max(text.lastIndexOf('\n', to - 1), text.lastIndexOf(' ', to - 1));
    if (to < text.length && blank > from + SLICE / 2) to = blank;
    slices.push(text.slice(from, to));
  }
  return slices;
}

const steps = new Map<number, readonly [context: number, place: number]>();

function tally(text: string): { contexts: Uint16Array; counts: Uint16Array } {
  const counts = new Map<number, number>();
  for (let i = 0, place = 0; i < text.length; i++) {
    const of = CLASS_OF[text.charCodeAt(i)] ?? 0;
    const key = place * CLASS_COUNT + of;
    const step = steps.get(key) ?? [contextOf(place, of), stateAfter(place, of)];
    steps.set(key, step);
    counts.set(step[0], (counts.get(step[0]) ?? 0) + 1);
    place = step[1];
  }
  return { contexts: Uint16Array.from(counts.keys()), counts: Uint16Array.from(counts.values()) };
}

function estimate({ contexts, counts }: Slice, weights: Float64Array): number {
  let tokens = 0;
  for (let k = 0; k < contexts.length; k++) tokens += (weights[contexts[k] ?? 0] ?? 0) * (counts[k] ?? 0);
  return tokens;
}

/**
 * The weights under which the slices' counts are the likeliest, a count being a sum of independent rare events, by the iteration of
 * Richardson and Lucy: each weight is multiplied by the average of truth / estimate over the places where its context is.
 * A context that is seldom seen stays near the prior.
 */
function fitWeights(slices: readonly Slice[]): Float64Array {
  let weights = new Float64Array(CONTEXT_COUNT).fill(PRIOR);
  const seen = sumByContext(slices, () => 1);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const wanted = sumByContext(slices, (slice) => slice.tokens / Math.max(1e-9, estimate(slice, weights)));
    weights = weights.map((weight, context) => {
      const fitted = PRIOR_STRENGTH * PRIOR + weight * (wanted[context] ?? 0);
      return Math.min(MAX_WEIGHT, fitted / (PRIOR_STRENGTH + (seen[context] ?? 0)));
    });
  }
  return weights;
}

function sumByContext(slices: readonly Slice[], value: (slice: Slice) => number): Float64Array {
  const sums = new Float64Array(CONTEXT_COUNT);
  for (const slice of slices) {
    const share = value(slice) * slice.importance;
    for (let k = 0; k < slice.contexts.length; k++) {
      const context = slice.contexts[k] ?? 0;
      sums[context] = (sums[context] ?? 0) + (slice.counts[k] ?? 0) * share;
    }
  }
  return sums;
}

function weightsFile(weights: Float64Array): string {
  const lines = encodeWeights(weights).match(/.{1,110}/g) ?? [];
  const header =
    "/** The token estimator's weights, one character each. Made by `npm run bench -- fit-estimator`; not for editing. */";
  return `${header}\nexport const ENCODED_WEIGHTS = [\n${lines.map((line) => `  '${line}',\n`).join('')}].join('');\n`;
}

const corpus = readCorpus(process.cwd(), process.env.SPOOL_TRANSCRIPTS ?? '../shared/transcripts');
const classes = corpus.map((one) => ({ name: one.name, slices: slicesOf(one) }));
const weights = fitWeights(classes.flatMap((one) => one.slices));
writeFileSync('src/core/tokens/estimate-weights.ts', weightsFile(weights));
for (const { name, slices } of classes) {
  const truth = slices.reduce((sum, { tokens }) => sum + tokens, 0);
  const estimated = slices.reduce((sum, slice) => sum + estimate(slice, weights), 0);
  console.log(`${name.padEnd(16)} ${(estimated / truth).toFixed(3)} of ${truth} tokens`);
}
