/** Reads a prompt file or a skill: its front matter (name, description, argument hint) and the text below it. */
import { parse } from 'yaml';
import { oneLine, startOf } from '../../lang/clip.ts';

export interface PromptText {
  /** As it is typed after the slash. */
  readonly name: string;
  /** The first line of the text, where the front matter has none. */
  readonly description: string;
  /** What may follow the name; empty where the file does not say. */
  readonly hint: string;
  readonly text: string;
  /** False for a skill that only models are to use (`user-invocable: false`). */
  readonly isForPeople: boolean;
}

/** UTF-16 units of a name, of a description and of an argument hint. */
const NAME_LENGTH = 64;
const DESCRIPTION_LENGTH = 200;
const HINT_LENGTH = 100;
/** UTF-16 units of a front matter, and of one of its fields. */
const MOST_FRONT_MATTER = 16_000;
const MOST_FIELD = 2_000;

/**
 * `fallback` is the name where the front matter has none. Fields that would choose a model, tools or permissions are not read:
 * a file of the workspace gives a text, never a right. Never throws.
 */
export function readPrompt(source: string, fallback: string): PromptText {
  const { head, body } = partFrontMatter(source.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
  const fields = fieldsOf(head);
  const text = body.trim();
  const firstLine = (text.split('\n', 1)[0] ?? '').replace(/^#+\s*/, '');
  return {
    name: commandName(fields.get('name') ?? '') || commandName(fallback),
    description: oneLine(fields.get('description') || firstLine, DESCRIPTION_LENGTH),
    hint: oneLine(fields.get('argument-hint') ?? '', HINT_LENGTH),
    text,
    isForPeople: fields.get('user-invocable') !== 'false',
  };
}

/** A text as the name of a slash command, without blanks and signs that would end it; empty where nothing is left. */
export function commandName(text: string): string {
  const name = startOf(text, 4 * NAME_LENGTH)
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}_.:-]/gu, '')
    .replace(/^[^\p{L}\p{N}]+/u, '');
  // Signs that were taken out may have stood between a letter and its accent.
  return startOf(name.normalize('NFC'), NAME_LENGTH);
}

function partFrontMatter(source: string): { readonly head: string; readonly body: string } {
  const first = /^---[ \t]*\n/.exec(source);
  const end = first && /^---[ \t]*$/m.exec(source.slice(first[0].length, MOST_FRONT_MATTER));
  if (!first || !end) return { head: '', body: source };
  const at = first[0].length + end.index;
  return { head: source.slice(first[0].length, at), body: source.slice(at + end[0].length) };
}

/**
 * The fields of a front matter as text. Each is parsed by itself: many files hold what is no YAML (`argument-hint: [a] [b]`,
 * `description: Use when: …`), and then its line says what was meant.
 */
function fieldsOf(head: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const part of head.split(/\n(?=[A-Za-z])/)) {
    const [, name, value] = /^([A-Za-z][\w-]*)[ \t]*:([\s\S]*)$/.exec(part) ?? [];
    if (name !== undefined && value !== undefined)
      fields.set(name.toLowerCase(), fieldText(value.slice(0, MOST_FIELD)));
  }
  return fields;
}

/** A whole text in quotes, or a block of lines. Only these are parsed: other YAML in a hostile file takes the parser minutes. */
const SCALAR = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[>|][+-]?[ \t]*\n[\s\S]*)$/;

function fieldText(value: string): string {
  const text = value.trim();
  if (!SCALAR.test(text)) return text;
  try {
    const parsed: unknown = parse(`field: ${value.trimStart()}`, {
      logLevel: 'silent',
      schema: 'failsafe',
      maxAliasCount: 0,
    });
    const field = typeof parsed === 'object' && parsed !== null && 'field' in parsed ? parsed.field : undefined;
    if (typeof field === 'string') return field;
  } catch {
    // What is no YAML is read as it stands.
  }
  return text;
}
