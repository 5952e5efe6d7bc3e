/** What a window of VS Code has, without VS Code: a session over a folder, a catalog of models, and an agent. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { filled } from '../../src/core/lang/translate.ts';
import { Breakers } from '../../src/extension/agent/breakers.ts';
import { createAgent } from '../../src/extension/agent/create-agent.ts';
import { LiveAgentList } from '../../src/extension/agent/sub-agent/live-agents.ts';
import type { TurnsEndType } from '../../src/extension/agent/turns-end.ts';
import { createL10n } from '../../src/extension/l10n/l10n.ts';
import { ApiKeys } from '../../src/extension/models/api-keys.ts';
import { ModelCatalog } from '../../src/extension/models/catalog.ts';
import { type Memory, openKnowledge } from '../../src/extension/models/knowledge-store.ts';
import { loadOnce } from '../../src/extension/models/load-once.ts';
import { RequestLog } from '../../src/extension/request-log/request-log.ts';
import { reportDamage } from '../../src/extension/session/report-damage.ts';
import { ThreadSession } from '../../src/extension/session/thread-session.ts';
import { readModelSettings } from '../../src/extension/settings/model-settings.ts';
import { readSettings } from '../../src/extension/settings/settings.ts';
import { openStore } from '../../src/extension/storage/thread-store.ts';
import { createRegexEngine } from '../../src/extension/tools/regex-engine.ts';
import { loadProvider } from '../../src/providers/registry.ts';
import type { ProviderId } from '../../src/providers/shared/provider.ts';
import { openHeadlessWorkspace } from './headless-workspace.ts';
import type { WorkspaceOptions } from './workspace-options.ts';

const KEY_VARIABLES: Readonly<Partial<Record<ProviderId, string>>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  'openai-compatible': 'OPENAI_COMPATIBLE_API_KEY',
  gemini: 'GEMINI_API_KEY',
};

export interface HeadlessParts {
  /** The folder of threads and of what was learned of models. */
  readonly root: string;
  /** Values of settings by full key. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly workspace: WorkspaceOptions | undefined;
  readonly onTurnEnd: (end: TurnsEndType) => void;
  readonly onError: (text: string) => void;
}

export type HeadlessWindow = ReturnType<typeof openHeadlessWindow>;

export function openHeadlessWindow({ root, settings, workspace, onTurnEnd, onError }: HeadlessParts) {
  const l10n = createL10n(filled, 'en', () => false);
  const memory = fileMemory(path.join(root, 'memory.json'));
  const requests = new RequestLog(Date.now);
  const session = new ThreadSession(openStore(root), root, Date.now);
  session.configure(readSettings((key) => ({ value: settings[key], scope: key in settings ? 'user' : 'default' })));
  const unfollow = reportDamage(session, undefined, l10n);
  const placed = readModelSettings((key) => ({ globalValue: settings[key] }));
  const catalog = new ModelCatalog({
    load: loadOnce((id) => loadProvider(id)),
    keys: new ApiKeys(environmentKeys, (key) => requests.hide(key)),
    memory,
    requests,
    settings: () => placed,
    now: Date.now,
  });
  const regex = createRegexEngine(new URL('./regex-worker.js', import.meta.url));
  const opened = workspace && openHeadlessWorkspace(workspace, root, regex);
  const { agent, dispose } = createAgent({
    knowledge: openKnowledge(memory),
    breakers: new Breakers(),
    session,
    chatModels: catalog,
    root,
    regex,
    log: { compaction: () => undefined, turnEnd: onTurnEnd, error: (error) => onError(String(error)) },
    l10n,
    workspace: () => workspace && pathToFileURL(workspace.folder).href,
    ...(opened && { workspaceTools: opened.tools }),
    liveAgents: new LiveAgentList(),
  });
  const close = async () => {
    unfollow();
    dispose();
    await agent.close();
    await opened?.close();
    await session.close();
  };
  return { session, agent, requests, l10n, close };
}

/** Keys are read from the environment and are never stored. */
const environmentKeys: ConstructorParameters<typeof ApiKeys>[0] = {
  get: async (name) => {
    const variable = Object.entries(KEY_VARIABLES).find(([provider]) => name.endsWith(`.${provider}`))?.[1];
    return (variable && process.env[variable]) || undefined;
  },
  store: async () => undefined,
  delete: async () => undefined,
  onDidChange: () => ({ dispose: () => undefined }),
};

/** Values by name in one JSON file, which is replaced as a whole. A file that can't be read is as none. */
function fileMemory(file: string): Memory {
  const values = readValues(file);
  return {
    get: (key) => values.get(key),
    update: async (key, value) => {
      values.set(key, value);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(values)), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

function readValues(file: string): Map<string, unknown> {
  try {
    const value: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    return new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}));
  } catch {
    return new Map();
  }
}
