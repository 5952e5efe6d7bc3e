/** The formats that can be imported: a new one is a file of its own and a line here. */
import { anthropic } from './anthropic.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { openai } from './openai.ts';

/** In the order in which they are tried: what a thread of plain text only leaves open is read as Anthropic messages. */
export const FORMAT_TABLE = [claudeCode, codex, openai, anthropic] as const;
