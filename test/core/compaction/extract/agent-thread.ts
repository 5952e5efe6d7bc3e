/** Threads as a coding agent writes them, of several shapes: it reads files, edits them near earlier edits, and repeats its own words. */
import type { MessageEntry } from '../../../../src/core/thread/entry.ts';
import { entriesOf } from '../extract-thread.ts';

export interface Shape {
  readonly messages: number;
  /** Sentences in each reply. */
  readonly sentences: number;
  /** Lines of a command's output, and of the outputs in the last tenth before the cut. */
  readonly output: number;
  readonly lastOutput: number;
  /** Rounds between two typed messages. */
  readonly turn: number;
}

type Step = Parameters<typeof entriesOf>[0][number];

/** Lines of each file. */
const FILE = 120;

interface File {
  readonly path: string;
  readonly lines: string[];
  place: number;
}

const NOUNS = 'parcel depot offset scan courier label route zone window ledger invoice pallet bundle stamp seal'.split(
  ' ',
);
const VERBS = 'moves reads holds drops keeps counts checks splits merges sorts hides needs shows stores'.split(' ');

/** The same thread for the same seed; `cut` is the share of it after which its compaction is measured. */
export function agentThread(shape: Shape, seed: number, cut: number): readonly MessageEntry[] {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)];
    if (found === undefined) throw new Error('an empty list');
    return found;
  };
  /** Mostly one of the newest. */
  const recent = <T>(list: readonly T[]): T => pick(list.slice(-Math.ceil(list.length * random() ** 2)));
  const name = () => `${pick(NOUNS)}${pick(NOUNS).replace(/^./, (first) => first.toUpperCase())}${below(90)}`;
  const files: File[] = [];
  const commands: string[] = [];
  const sentences: string[] = [];
  const steps: Step[] = [];
  const sentence = (about: string) => {
    const said = `The ${pick(NOUNS)} ${pick(VERBS)} ${about} where the ${pick(NOUNS)} of ${name()} ${pick(VERBS)} it ${below(900)} times.`;
    sentences.push(said);
    return said;
  };
  const say = (about: string, quoted: readonly string[]) => {
    const lines = Array.from({ length: shape.sentences }, () =>
      sentences.length > 3 && random() < 0.35 ? recent(sentences) : sentence(about),
    );
    steps.push({ said: [...lines, ...quoted].join('\n') });
  };
  let messages = 0;
  for (let round = 0; messages < shape.messages; round++) {
    if (round % shape.turn === 0) steps.push({ typed: `Please make ${name()} work for case ${below(9000)}.` });
    const isNew = files.length === 0 || random() < 0.15;
    if (isNew)
      files.push({ path: `src/${name()}.ts`, place: 5, lines: Array.from({ length: FILE }, () => code(name)) });
    const file = isNew || random() < 0.6 ? (files.at(-1) ?? pick(files)) : recent(files);
    if (isNew || random() < 0.15) {
      const result = file.lines.map((line, i) => `${i + 1}\t  ${line}`).join('\n');
      steps.push({ call: 'read_file', input: { path: file.path }, result });
    }
    file.place = within(random() < 0.7 ? file.place + below(7) - 3 : below(FILE));
    const old = file.lines.slice(file.place, file.place + 2);
    say(
      /\w+/.exec(old[0]?.slice(6) ?? '')?.[0] ?? file.path,
      random() < 0.3 ? [file.lines[within(file.place + below(15) - 7)] ?? ''] : [],
    );
    file.lines[file.place] = code(name);
    const written = file.lines.slice(file.place, file.place + 2);
    const edit = { path: file.path, old_string: old.join('\n'), new_string: written.join('\n') };
    steps.push({ call: 'edit_file', input: edit, result: 'The file was changed.' });
    const isOldCommand = commands.length > 0 && random() < 0.5;
    const command = isOldCommand ? recent(commands) : `node scripts/check.mjs --only ${name()} --seed ${below(9e4)}`;
    commands.push(command);
    const isLast = messages > (cut - 0.1) * shape.messages && messages < cut * shape.messages;
    const output = Array.from(
      { length: isLast ? shape.lastOutput : shape.output },
      () => `  ok ${name()} after ${below(900)} ms`,
    );
    steps.push({ call: 'run_command', input: { command }, result: output.join('\n') });
    if (output.length > 0 && random() < 0.3) steps.push({ said: `It printed this:\n${pick(output).trim()}` });
    messages = entriesOf(steps).length;
  }
  return entriesOf(steps);
}

function within(place: number): number {
  return Math.max(0, Math.min(FILE - 3, place));
}

function code(name: () => string): string {
  return `const ${name()} = ${name()}(${name()}, ${name()});`;
}

/** Numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
