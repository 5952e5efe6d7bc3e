/** The second reading of a command, by a parser of all of bash, that the scan must agree with. */
import {
  type Command,
  type PipelineNode,
  parse,
  type Redirection,
  type Statement,
  type Word,
  type WordPart,
} from 'unbash';
import type { SimpleCommand } from './command-list.ts';

/** The simple commands that the parser sees; undefined for an error, for anything else, and when the parser throws. */
export function parseCommand(text: string): readonly SimpleCommand[] | undefined {
  try {
    const { commands, errors, shebang } = parse(text);
    if ((errors && errors.length > 0) || shebang !== undefined) return undefined;
    return joined(commands.map(ofStatement));
  } catch {
    // Nested `"$(` overflows the parser's stack.
    return undefined;
  }
}

type Read = readonly SimpleCommand[] | undefined;

function joined(lists: readonly Read[]): Read {
  const all: SimpleCommand[] = [];
  for (const list of lists) {
    if (!list) return undefined;
    all.push(...list);
  }
  return all;
}

function ofStatement({ command, background }: Statement): Read {
  if (background) return undefined;
  return command.type === 'AndOr' ? joined(command.commands.map(ofPipeline)) : ofPipeline(command);
}

function ofPipeline(node: PipelineNode): Read {
  if (node.type === 'Command') return ofCommand(node, false);
  if (node.type !== 'Pipeline') return undefined;
  if (node.prefixes.length > 0 || node.operators.some((operator) => operator !== '|')) return undefined;
  return joined(node.commands.map((one, at) => (one.type === 'Command' ? ofCommand(one, at > 0) : undefined)));
}

function ofCommand({ name, prefix, suffix }: Command, isPiped: boolean): Read {
  if (!name) return undefined;
  const words: string[] = [];
  for (const part of [...prefix, name, ...suffix]) {
    if (part.type === 'Word') {
      if (!isLiteral(part)) return undefined;
      words.push(part.value);
    } else if (part.type === 'Assignment' || !isHarmless(part)) return undefined;
  }
  return [{ words, isPiped }];
}

const isLiteral = ({ parts }: Word) => parts === undefined || parts.every(isLiteralPart);

function isLiteralPart(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.every((inner) => inner.type === 'Literal');
  return part.type === 'Literal' || part.type === 'SingleQuoted';
}

/** It goes to or comes from `/dev/null`, or is `2>&1`. */
function isHarmless(redirect: Redirection): boolean {
  if (redirect.type !== 'Redirect' || !redirect.target || !isLiteral(redirect.target)) return false;
  const { operator, descriptor, target } = redirect;
  if (descriptor && descriptor.type !== 'FileDescriptor') return false;
  if (operator === '>&') return descriptor?.value === 2 && target.text === '1';
  if (target.text !== '/dev/null') return false;
  if (operator === '<') return (descriptor?.value ?? 0) === 0;
  if (operator === '>' || operator === '>>') return [1, 2].includes(descriptor?.value ?? 1);
  return (operator === '&>' || operator === '&>>') && descriptor === undefined;
}
