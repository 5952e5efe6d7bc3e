/** Reads rules from JSON of a file or of the storage: a faulty rule is left out, and named with its place. */
import { isObject, readField } from '../lang/read-value.ts';
import type { Rule } from './rule.ts';

export interface RuleProblem {
  /** `[2].words[0]`; empty for the whole. */
  readonly at: string;
  readonly problem:
    | 'not-json'
    | 'not-a-list'
    | 'not-an-object'
    | 'unknown-tool'
    | 'not-words'
    | 'not-a-text'
    | 'not-a-hash'
    | 'unknown-field'
    | 'words-or-line';
}

export interface DecodedRules {
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
}

/** @param text JSON as Manage Permissions… exports it: `[{"tool":"run_command","words":["git","status"]}]` */
export function parseRules(text: string): DecodedRules {
  try {
    return decodeRules(JSON.parse(text));
  } catch {
    return { rules: [], problems: [{ at: '', problem: 'not-json' }] };
  }
}

export function decodeRules(value: unknown): DecodedRules {
  if (!Array.isArray(value)) return { rules: [], problems: [{ at: '', problem: 'not-a-list' }] };
  const rules: Rule[] = [];
  const problems: RuleProblem[] = [];
  value.forEach((one: unknown, at) => {
    const found = decodeRule(one, `[${at}]`);
    if ('problem' in found) problems.push(found);
    else rules.push(found);
  });
  return { rules, problems };
}

function decodeRule(value: unknown, at: string): Rule | RuleProblem {
  if (!isObject(value)) return { at, problem: 'not-an-object' };
  const tool = readField(value, 'tool');
  if (tool === 'external_tool') return decodeExternal(value, at);
  if (tool !== 'run_command') return { at: `${at}.tool`, problem: 'unknown-tool' };
  const hasWords = Object.hasOwn(value, 'words');
  if (hasWords === Object.hasOwn(value, 'line')) return { at, problem: 'words-or-line' };
  // A field that is not understood might have narrowed the rule.
  const known = hasWords ? ['tool', 'words'] : ['tool', 'line', 'cwd'];
  const other = Object.keys(value).find((key) => !known.includes(key));
  if (other !== undefined) return { at: `${at}.${other}`, problem: 'unknown-field' };
  return hasWords ? decodeWords(readField(value, 'words'), at) : decodeLine(value, at);
}

function decodeExternal(value: object, at: string): Rule | RuleProblem {
  const other = Object.keys(value).find((key) => !['tool', 'id', 'hash'].includes(key));
  if (other !== undefined) return { at: `${at}.${other}`, problem: 'unknown-field' };
  const id = readField(value, 'id');
  const hash = readField(value, 'hash');
  if (typeof id !== 'string' || id === '') return { at: `${at}.id`, problem: 'not-a-text' };
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return { at: `${at}.hash`, problem: 'not-a-hash' };
  return { tool: 'external_tool', id, hash };
}

function decodeWords(value: unknown, at: string): Rule | RuleProblem {
  if (!Array.isArray(value) || value.length === 0) return { at: `${at}.words`, problem: 'not-words' };
  const words = value.filter((word): word is string => typeof word === 'string' && word !== '');
  if (words.length === value.length) return { tool: 'run_command', words };
  const wrong = value.findIndex((word) => typeof word !== 'string' || word === '');
  return { at: `${at}.words[${wrong}]`, problem: 'not-a-text' };
}

function decodeLine(value: object, at: string): Rule | RuleProblem {
  const line = readField(value, 'line');
  const cwd = readField(value, 'cwd');
  if (typeof line !== 'string' || line === '') return { at: `${at}.line`, problem: 'not-a-text' };
  if (cwd === undefined) return { tool: 'run_command', line };
  return typeof cwd === 'string' ? { tool: 'run_command', line, cwd } : { at: `${at}.cwd`, problem: 'not-a-text' };
}
