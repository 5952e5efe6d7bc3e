/** What instruction files and selected tools add to a request: reading the files, choosing the tools, and what is due of both. Prints figures; asserts nothing. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AppendFailure } from '../src/core/agent/ports.ts';
import { DEFAULT_CONFIG } from '../src/core/compaction/config.ts';
import { err } from '../src/core/lang/result.ts';
import type { Planned } from '../src/core/thread/entry.ts';
import { append, nextId, replay, type Thread } from '../src/core/thread/thread.ts';
import type { RegexEngine } from '../src/core/tool-output/finder.ts';
import { dueTools } from '../src/core/workspace/external/due-tools.ts';
import { dueInstructions } from '../src/core/workspace/instructions/due-instructions.ts';
import { chosenTools, type PrefixPorts, runningPrefix } from '../src/extension/agent/request-prefix.ts';
import type { ChatModel } from '../src/extension/models/chat-model.ts';
import { createWorkspaceTools } from '../src/extension/workspace/create-workspace-tools.ts';
import { NodeFiles } from '../src/extension/workspace/node/node-files.ts';
import { createNodeSearch } from '../src/extension/workspace/node/node-search.ts';
import { ToolList } from '../src/extension/workspace/vscode/tool-list.ts';
import { syntheticLog } from './synthetic-thread.ts';

const REPEATS = 41;
const MESSAGES = 2_000;
const NESTED = 20;
const LISTED = 300;
const SELECTED = 40;
const WINDOW = 1_000_000;
const ROOT_FILES = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'];
const RULES = 'Never rename what other programs read. Write tests first.\n'.repeat(100);

const folder = mkdtempSync(path.join(tmpdir(), 'spool-bench-prefix-'));
const log = (line: string) => process.stdout.write(`${line}\n`);
try {
  await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const packages = Array.from({ length: NESTED }, (_, n) => `packages/p${n}`);
  for (const file of [...ROOT_FILES, ...packages.map((name) => `${name}/AGENTS.md`)]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), RULES);
  }
  const regex: RegexEngine = { start: async () => err('it is not used') };
  const folders = () => [{ name: 'ws', path: folder }];
  const tools = new ToolList((text) => createHash('sha256').update(text).digest('hex'));
  const listed = Array.from({ length: LISTED }, (_, n) => toolNamed(`tool_${n}`));
  const extension = { id: 'a.b', packageJSON: { displayName: 'B', contributes: { languageModelTools: listed } } };
  const list = () => tools.read(listed, () => ToolList.contributors([extension]));
  const on = listed.slice(0, SELECTED).map(({ name }) => name);
  const authority = { decide: refuse, ask: refuse } as never;
  const workspaceTools = createWorkspaceTools({
    files: new NodeFiles(folders),
    search: createNodeSearch({ folders, ripgrep: async () => undefined, regex, isSecret: () => false }),
    authorityOf: () => authority,
    isOpen: () => true,
    external: { tools: { list, invoke: refuse }, selection: () => ({ on, off: [] }) },
  });
  const resources = {
    chatModel: { head: { id: 'local/m', name: 'M' }, agent: { id: 'local/m' }, reported: { window: WINDOW } },
    config: DEFAULT_CONFIG,
    outputs: { put: refuse, open: async () => undefined },
    regex,
    threadId: 't',
  } as unknown as Parameters<typeof runningPrefix>[0] & { readonly chatModel: ChatModel };
  const ports: PrefixPorts = { workspaceTools };
  let thread = replay([...syntheticLog(MESSAGES)]);
  for (const name of packages) thread = touch(thread, `${name}/src/a.ts`);
  const threadLog = { thread, append: async () => err<AppendFailure>({ type: 'held' } as never) };

  /** What the agent does before a call, but for sending it. */
  const prepare = async (isTurnStart: boolean): Promise<void> => {
    const files = (await workspaceTools.instructionsOf?.('t', thread, isTurnStart)) ?? [];
    const choice = chosenTools(resources, ports);
    const due = [...dueInstructions(thread, files, WINDOW), ...(choice ? dueTools(thread, choice) : [])];
    for (const one of due) thread = appended(thread, one);
    runningPrefix(resources, ports, threadLog as never, [])(thread);
  };

  log(`node ${process.version}, ${ROOT_FILES.length + NESTED} instruction files of ${RULES.length} characters,`);
  log(`${LISTED} external tools of which ${SELECTED} are selected, a thread of ${thread.messages.length} messages`);
  log('request\twall ms: median (most)\tms of CPU: median');
  const first = await timed(() => prepare(true));
  log(`the first of a thread\t${first.wall.toFixed(2)}\t${first.cpu.toFixed(2)}`);
  for (const [name, isTurnStart] of [
    ['the first of a turn', true],
    ['a later one of a turn', false],
  ] as const) {
    const runs = [];
    for (let n = 0; n < REPEATS; n++) runs.push(await timed(() => prepare(isTurnStart)));
    const [wall, cpu] = [sorted(runs.map((one) => one.wall)), sorted(runs.map((one) => one.cpu))];
    const middle = REPEATS >> 1;
    log(`${name}\t${wall[middle]?.toFixed(2)} (${wall.at(-1)?.toFixed(2)})\t${cpu[middle]?.toFixed(2)}`);
  }
}

/** Frozen, as VS Code gives it. */
function toolNamed(name: string) {
  const properties = Object.fromEntries(
    Array.from({ length: 6 }, (_, n) => [`field${n}`, { type: 'string', description: 'What it is to be done with.' }]),
  );
  const inputSchema = Object.freeze({ type: 'object', properties, required: ['field0'] });
  return Object.freeze({ name, description: 'Does something with the field. '.repeat(10), inputSchema, tags: [] });
}

function touch(thread: Thread, file: string): Thread {
  const call = appended(thread, {
    ...{ type: 'message', origin: 'model' },
    blocks: [{ type: 'tool_use', id: file, name: 'read_file', input: { path: file } }],
  });
  return appended(call, {
    ...{ type: 'message', origin: 'tools' },
    blocks: [{ type: 'tool_result', toolUseId: file, content: [{ type: 'text', text: 'export {};' }] }],
  });
}

function appended(thread: Thread, planned: Planned): Thread {
  return append(thread, { ...planned, id: nextId(thread), at: 0 });
}

async function refuse(): Promise<never> {
  throw new Error('it is not called');
}

async function timed(run: () => Promise<void>): Promise<{ readonly wall: number; readonly cpu: number }> {
  const [begin, start] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(start);
  return { wall: performance.now() - begin, cpu: (user + system) / 1000 };
}

function sorted(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b);
}
