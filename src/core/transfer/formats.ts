/** The list of import formats, in the order in which they are tried. */
import { anthropicMessages } from './anthropic/anthropic.ts';
import { claudeCode } from './claude-code/claude-code.ts';
import { cline } from './cline/cline.ts';
import { codex } from './codex/codex.ts';
import { continueSession } from './continue/continue.ts';
import { copilotCli } from './copilot/copilot-cli.ts';
import { vscodeChatLog } from './copilot/vscode-chat-log.ts';
import { vscodeCopilot } from './copilot/vscode-copilot.ts';
import { geminiCliLines } from './gemini/cli-lines.ts';
import { geminiContents } from './gemini/contents.ts';
import { geminiCli } from './gemini/gemini-cli.ts';
import { goose } from './goose/goose.ts';
import { openaiMessages } from './openai/openai.ts';
import { opencode } from './opencode/opencode.ts';
import { pi } from './pi/pi.ts';
import { qwenCode } from './qwen/qwen.ts';
import { requestLog } from './requests/request-log.ts';
import { miniSweAgent } from './trajectories/mini-swe-agent.ts';
import { openhands } from './trajectories/openhands.ts';
import { sweAgent } from './trajectories/swe-agent.ts';

/**
 * In the order in which they are tried: those that name their program first; what a thread of plain text only leaves open
 * is read as Anthropic messages.
 */
export const FORMAT_TABLE = [
  claudeCode,
  qwenCode,
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
  vscodeChatLog,
  vscodeCopilot,
  opencode,
  continueSession,
  goose,
  cline,
  openaiMessages,
  anthropicMessages,
] as const;
