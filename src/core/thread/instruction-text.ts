/** Writes a workspace's instruction files into the system prompt, within a share of the model's window. */
import { startOf } from '../lang/clip.ts';
import header from '../prompts/instructions.md';
import { estimateText } from '../tokens/estimate.ts';
import type { InstructionFile, Instructions } from './instructions.ts';

/** Tokens at most, whatever the window. */
const MOST_TOKENS = 16_000;
/** The share of a window that the instructions may take. */
const MOST_OF_WINDOW = 1 / 8;

/** The system prompt with the thread's instruction files at its end. `window` is in tokens; the same arguments give the same text. */
export function withInstructionText(
  system: string,
  instructions: Pick<Instructions, 'prefix'>,
  window: number | undefined,
): string {
  const { text } = sectionOf(instructions, window);
  return text === '' ? system : `${system}\n\n${text}`;
}

/** Estimated tokens of the section. Constant time after the first call for the same files and window. */
export function instructionTokens(instructions: Pick<Instructions, 'prefix'>, window: number | undefined): number {
  return sectionOf(instructions, window).tokens;
}

/** Tokens of the line that says where a text is cut. */
const CUT_LINE = 25;

/** A file's text cut to so many tokens (estimated), with a line that says so; as it is where it fits. */
export function clippedInstructions(text: string, tokens: number): string {
  const size = estimateText(text);
  if (size <= tokens) return text;
  const [line = '', length = text.length] = CUT_FILE.exec(text) ?? [];
  const most = Math.floor((text.length * Math.max(0, tokens)) / size);
  const kept = startOf(text, Math.min(most, text.length - line.length));
  return `${kept}\n[Cut here: ${kept.length} of ${length} characters are shown. Read the file for the rest.]`;
}

const CUT_FILE = /\n\[Cut here: \d+ of (\d+) characters\.\]$/;

/** The start of a file that is too long for the log, with a line that gives the file's length. In UTF-16 units. */
export function cutFile(text: string, most: number): string {
  return text.length <= most ? text : `${startOf(text, most)}\n[Cut here: ${most} of ${text.length} characters.]`;
}

/** Tokens below which a file's text is not worth its tags. */
const LEAST_OF_FILE = 40;

/** The files of the system prompt, as far as the window has room for them with their tags; those behind are left out. */
export function shownInstructions(
  { prefix }: Pick<Instructions, 'prefix'>,
  window: number | undefined,
): readonly InstructionFile[] {
  let left = instructionsBudget(window) - estimateText(header) - estimateText(leftOutLine(prefix.length));
  return prefix.flatMap(({ path, text }) => {
    if (text === null || text.trim() === '') return [];
    const room = left - estimateText(taggedInstructions({ path, text: '' })) - CUT_LINE;
    if (room < Math.min(LEAST_OF_FILE, estimateText(text))) return [];
    const shown = { path, text: clippedInstructions(text, room) };
    left -= estimateText(taggedInstructions(shown));
    return [shown];
  });
}

/** Tokens that the instructions may have in a window. */
export function instructionsBudget(window: number | undefined): number {
  return window === undefined ? MOST_TOKENS : Math.min(MOST_TOKENS, Math.floor(window * MOST_OF_WINDOW));
}

/** A file's text between tags that it can't close itself. */
export function taggedInstructions({ path, text }: InstructionFile): string {
  const name = path.replace(/["<>\r\n]/g, '_');
  return `<instructions file="${name}">\n${(text ?? '').replace(/<(?=\/instructions)/gi, '‹').trim()}\n</instructions>`;
}

interface Section {
  readonly window: number | undefined;
  readonly text: string;
  readonly tokens: number;
}

/** By the files of a prefix, which stay the same object until the prefix changes. */
const sections = new WeakMap<readonly InstructionFile[], Section>();

function sectionOf({ prefix }: Pick<Instructions, 'prefix'>, window: number | undefined): Section {
  const known = sections.get(prefix);
  if (known && known.window === window) return known;
  const text = sectionText(prefix, window);
  const section = { window, text, tokens: text === '' ? 0 : estimateText(text) };
  sections.set(prefix, section);
  return section;
}

function sectionText(prefix: readonly InstructionFile[], window: number | undefined): string {
  const files = prefix.filter(({ text }) => text !== null && text.trim() !== '').length;
  if (files === 0) return '';
  const shown = shownInstructions({ prefix }, window).map(taggedInstructions);
  const left = files - shown.length;
  return [header.trim(), ...shown, ...(left > 0 ? [leftOutLine(left)] : [])].join('\n\n');
}

function leftOutLine(files: number): string {
  return `[${files} more instruction files are left out for want of room. Read the AGENTS.md of a folder before you change what is in it.]`;
}
