/** Parses a command with two parsers, and accepts the list of words only when both give the same. */
import { err, type Result } from '../lang/result.ts';
import type { SimpleCommand } from './command-list.ts';
import type { CommandReason } from './reason.ts';
import { scanCommand } from './shell-scan.ts';
import { parseCommand } from './shell-tree.ts';

/** In UTF-16 units. */
const LONGEST_COMMAND = 8192;
/** A longer list is no usual command, and each of its words may be looked up on disk. */
const MOST_WORDS = 1000;

export function readCommand(text: string): Result<readonly SimpleCommand[], CommandReason> {
  if (text.length > LONGEST_COMMAND) return err({ type: 'too-long', length: text.length, limit: LONGEST_COMMAND });
  const scanned = scanCommand(text);
  if (!scanned.ok) return scanned;
  const count = scanned.value.reduce((sum, { words }) => sum + words.length, 0);
  if (count > MOST_WORDS) return err({ type: 'too-many-words', count, limit: MOST_WORDS });
  const parsed = parseCommand(text);
  return parsed && areSame(scanned.value, parsed) ? scanned : err({ type: 'unreadable' });
}

function areSame(left: readonly SimpleCommand[], right: readonly SimpleCommand[]): boolean {
  return left.length === right.length && left.every((one, at) => isSame(one, right[at]));
}

function isSame(left: SimpleCommand, right: SimpleCommand | undefined): boolean {
  return (
    right !== undefined &&
    left.isPiped === right.isPiped &&
    left.words.length === right.words.length &&
    left.words.every((word, at) => word === right.words[at])
  );
}
