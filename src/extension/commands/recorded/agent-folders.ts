/** Lists the folders in which other agents (Claude Code, Codex, …) store their threads. */
import path from 'node:path';

export interface AgentFolder {
  /** As a person knows it. */
  readonly program: string;
  readonly root: string;
  /** What the names below `root` look like, level by level; the last is that of the files. */
  readonly levels: readonly RegExp[];
}

export interface Computer {
  /** The person's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** VS Code's folder `User`, in which extensions and chats have their storage. */
  readonly user: string;
}

const ANY = /^/;
const JSONL = /\.jsonl$/;

/** Forks of Cline keep their tasks as it does. */
const CLINES = [
  ['Cline', 'saoudrizwan.claude-dev'],
  ['Roo Code', 'rooveterinaryinc.roo-cline'],
  ['Kilo Code', 'kilocode.kilo-code'],
] as const;

export function agentFolders({ home, env, user }: Computer): readonly AgentFolder[] {
  const own = (name: string, folder: string) => env[name] || path.join(home, folder);
  const codex = own('CODEX_HOME', '.codex');
  const copilot = path.join(home, '.copilot', 'session-state');
  const rollout = /^rollout-.*\.jsonl$/;
  return [
    // Files of sub-agents are named so.
    folder('Claude Code', path.join(own('CLAUDE_CONFIG_DIR', '.claude'), 'projects'), ANY, /^(?!agent-).*\.jsonl$/),
    folder('Codex', path.join(codex, 'sessions'), /^\d{4}$/, /^\d\d$/, /^\d\d$/, rollout),
    folder('Codex', path.join(codex, 'archived_sessions'), rollout),
    folder('Gemini CLI', path.join(home, '.gemini', 'tmp'), ANY, /^chats$/, /^session-.*\.jsonl?$/),
    folder('Qwen Code', path.join(home, '.qwen', 'projects'), ANY, /^chats$/, JSONL),
    folder('pi', path.join(own('PI_CODING_AGENT_DIR', path.join('.pi', 'agent')), 'sessions'), ANY, JSONL),
    folder('Copilot CLI', copilot, ANY, /^events\.jsonl$/),
    folder('Copilot CLI', copilot, JSONL),
    folder('Continue', path.join(home, '.continue', 'sessions'), /^(?!sessions\.json$).*\.json$/),
    ...CLINES.map(([program, id]) =>
      folder(program, path.join(user, 'globalStorage', id, 'tasks'), ANY, /^api_conversation_history\.json$/),
    ),
    folder('VS Code Chat', path.join(user, 'workspaceStorage'), ANY, /^chatSessions$/, /\.jsonl?$/),
    folder('VS Code Chat', path.join(user, 'globalStorage', 'emptyWindowChatSessions'), /\.jsonl?$/),
  ];
}

function folder(program: string, root: string, ...levels: readonly RegExp[]): AgentFolder {
  return { program, root, levels };
}
