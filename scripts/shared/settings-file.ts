/** Reads a settings.json that a command line names. */
import { readFileSync } from 'node:fs';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { err, ok, type Result } from '../../src/core/lang/result.ts';

/** The settings by full key, or one line that names the flag, the file and what is wrong. Comments and trailing commas are allowed. */
export function readSettingsFile(flag: string, file: string): Result<Readonly<Record<string, unknown>>, string> {
  const read = readText(flag, file);
  if (!read.ok) return read;
  const text = read.value;
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    return err(`${flag} ${file}, line ${line}: not JSON (${printParseErrorCode(first.error)}).`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return err(`${flag} ${file}: it takes an object of settings, as settings.json holds.`);
  return ok(value as Record<string, unknown>);
}

/** The text of a file in UTF-8 without its byte order mark, or one line that says why it can't be read. */
export function readText(flag: string, file: string): Result<string, string> {
  try {
    return ok(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    return err(`${flag} ${file}: can't be read (${error instanceof Error ? error.message : error}).`);
  }
}

/** A line for each key that begins with `spool` and is in `known` not. Settings of other extensions are passed over. */
export function unknownSettings(
  settings: Readonly<Record<string, unknown>>,
  known: readonly string[],
): readonly string[] {
  return Object.keys(settings)
    .filter((key) => /^spool(\.|$)/.test(key) && !known.includes(key))
    .map(
      (key) =>
        `${key} is no setting of the engine and is ignored: give keys in full, such as spool.compaction.strategy.`,
    );
}
