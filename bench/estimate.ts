/** Prints how good and how fast the token estimator is: estimate ÷ truth by class, by recorded thread, and MB/s. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { estimateText } from '../src/core/tokens/estimate.ts';
import { SAMPLES } from '../test/core/tokens/estimate-samples.ts';
import { jsonStrings, transcriptFiles } from './estimator/corpus.ts';
import { trueTokens } from './estimator/truth.ts';

function printRatio(name: string, texts: readonly string[]): void {
  const counted = texts.map((text) => ({ truth: trueTokens(text), estimate: estimateText(text) }));
  const truth = counted.reduce((sum, one) => sum + one.truth, 0);
  const estimate = counted.reduce((sum, one) => sum + one.estimate, 0);
  const ratios = counted.flatMap((one) => (one.truth >= 20 ? [one.estimate / one.truth] : [])).sort((a, b) => a - b);
  const at = (share: number) => (ratios[Math.floor(share * (ratios.length - 1))] ?? Number.NaN).toFixed(2);
  const spread = texts.length > 1 ? `  each: 5 % ${at(0.05)}, median ${at(0.5)}, 95 % ${at(0.95)}` : '';
  console.log(`${name.padEnd(44)} ${(estimate / truth).toFixed(3)} of ${truth}${spread}`);
}

console.log('estimate ÷ o200k of our own samples');
for (const { name, text } of SAMPLES) printRatio(name, [text]);

console.log('\nestimate ÷ o200k of the strings in recorded threads that were not fitted to');
const odd = transcriptFiles(process.env.SPOOL_TRANSCRIPTS ?? '../shared/transcripts').filter((_, i) => i % 2 === 1);
if (odd.length === 0) console.log('(no recorded threads here: set SPOOL_TRANSCRIPTS)');
for (const file of odd) printRatio(basename(file), jsonStrings(readFileSync(file, 'utf8')));

console.log('\nspeed, the best of seven runs');
const repeated: readonly (readonly [string, string])[] = [
  [
    'mixed classes',
    SAMPLES.map(({ text }) => text)
      .join('\n')
      .repeat(50),
  ],
  ['200,000 equal characters', 'a'.repeat(200_000)],
  ['200,000 spaces', ' '.repeat(200_000)],
  ['200,000 Hiragana', 'あ'.repeat(200_000)],
  ['5,000,000 equal characters', '='.repeat(5_000_000)],
];
for (const [name, text] of repeated) {
  const times = Array.from({ length: 7 }, () => {
    const started = performance.now();
    estimateText(text);
    return performance.now() - started;
  });
  const ms = Math.min(...times);
  console.log(`${name.padEnd(44)} ${ms.toFixed(2)} ms, ${(Buffer.byteLength(text) / ms / 1000).toFixed(0)} MB/s`);
}
