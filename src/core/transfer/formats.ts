/** The formats that can be imported: a new one is a file of its own and a line here. */
import { anthropic } from './anthropic.ts';
import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { geminiCli } from './gemini-cli.ts';
import { geminiCliLines } from './gemini-cli-lines.ts';
import { geminiContents } from './gemini-contents.ts';
import { miniSweAgent } from './mini-swe-agent.ts';
import { openai } from './openai.ts';
import { openhands } from './openhands.ts';
import { pi } from './pi.ts';
import { requestLog } from './request-log.ts';
import { sweAgent } from './swe-agent.ts';
import { vscodeCopilot } from './vscode-copilot.ts';

/**
 * In the order in which they are tried: those that name their program first; what a thread of plain text only leaves open
 * is read as Anthropic messages.
 */
export const FORMAT_TABLE = [
  claudeCode,
  codex,
  copilotCli,
  pi,
  requestLog,
  geminiCliLines,
  geminiCli,
  geminiContents,
  miniSweAgent,
  sweAgent,
  openhands,
  vscodeCopilot,
  cline,
  openai,
  anthropic,
] as const;
