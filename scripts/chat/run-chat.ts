/** One turn of the agent without VS Code, by a command line. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectContext } from '../../src/core/thread/context.ts';
import type { TurnsEndType } from '../../src/extension/agent/turns-end.ts';
import type { L10n } from '../../src/extension/l10n/l10n.ts';
import type { OpenThread } from '../../src/extension/session/session-state.ts';
import { sessionMeter } from '../../src/extension/session/session-state.ts';
import { diskReason } from '../../src/extension/words/disk-reason.ts';
import { openText } from '../../src/extension/words/outcome-text.ts';
import { toAnthropicMessages } from '../../src/providers/anthropic/to-messages.ts';
import { recordEvents } from './events.ts';
import { type HeadlessWindow, openHeadlessWindow } from './headless-window.ts';
import { type ChatOptions, parseOptions, USAGE } from './options.ts';

/** Ends after which the thread is as the user asked for. All others need the user, or a mend. */
const ENDED: ReadonlySet<TurnsEndType> = new Set<TurnsEndType>(['done', 'stopped', 'call-limit']);

/** Where the command writes. */
export interface ChatOutput {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

/** The exit code: 0 when the turn ended, 1 when it failed, 2 for bad input. */
export async function runChat(argv: readonly string[], output: ChatOutput): Promise<number> {
  const options = parseOptions(argv);
  if (!options.ok) return badInput(options.error, output);
  if (options.value === 'help') {
    output.stdout(`${USAGE}\n`);
    return 0;
  }
  const { store } = options.value;
  const root = store ?? mkdtempSync(path.join(tmpdir(), 'spool-chat-'));
  try {
    mkdirSync(root, { recursive: true });
    return await chat(root, options.value, output);
  } catch (error) {
    if (store === undefined) throw error;
    return badInput(`--store ${store}: ${error instanceof Error ? error.message : error}`, output);
  } finally {
    if (store === undefined) rmSync(root, { recursive: true, force: true });
  }
}

async function chat(root: string, options: ChatOptions, output: ChatOutput): Promise<number> {
  const { stdout, stderr } = output;
  const printLine = (value: object) => stdout(`${JSON.stringify(value)}\n`);
  for (const warning of options.warnings) stderr(`${warning}\n`);
  let end: TurnsEndType | undefined;
  const open = () =>
    openHeadlessWindow({
      root,
      settings: options.settings,
      workspace: options.workspace,
      onTurnEnd: (type) => {
        end = type;
      },
      onError: (text) => stderr(`${text}\n`),
    });
  const window = open();
  const { session, agent, l10n } = window;
  const isTurn = options.message !== undefined || !(options.reopen || options.takeBack);
  const writes = isTurn || options.takeBack;
  const isQuiet = options.reopen;
  const show = isQuiet
    ? (event: object) => printNotice(event, output)
    : options.json
      ? printLine
      : (event: object) => printText(event, output);
  const recorded = recordEvents(window, show);
  const stop = () => agent.stop();
  process.once('SIGINT', stop);
  try {
    if (options.thread !== undefined) {
      const opened = await session.open(options.thread);
      const problem = openText(opened, l10n)?.text ?? (writes ? readOnlyText(session.state.open, l10n) : undefined);
      if (problem !== undefined) return badInput(`--thread ${options.thread}: ${problem}`, output);
    }
    if (options.takeBack) await takeBack(window, show);
    const { model } = options;
    const bound = session.state.open?.thread.model;
    if (isTurn && model !== undefined && bound !== undefined && model !== bound) {
      const notice = await agent.switchModel(model);
      if (notice) stderr(`${notice.text}\n`);
    }
    const sent = options.message === undefined ? undefined : await agent.send(options.message);
    if (sent === undefined && isTurn) void agent.goOn();
    await agent.whenIdle();
    if (sent?.taken === false) stderr(`${sent.why ?? 'The message can’t be written to the log.'}\n`);
    const id = session.state.open?.id;
    const meter = sessionMeter(session.state);
    if (!isQuiet && options.json)
      printLine({
        thread: id ?? null,
        end: end ?? 'failed',
        requests: recorded.requests(),
        compactions: recorded.compactions(),
        tokens: meter?.tokens ?? 0,
        measured: meter ? !meter.estimated : false,
        notices: recorded.notices,
      });
    if (!isQuiet && !options.json) stdout('\n');
    if (options.reopen && id !== undefined) {
      const messages = await reopenedContext(open, window.close, id);
      if (messages) printLine({ messages });
    }
    return !isTurn || (end !== undefined && ENDED.has(end)) ? 0 : 1;
  } finally {
    process.off('SIGINT', stop);
    await window.close();
  }
}

/** What a request would send of the thread once it is opened again from its file, as after a restart. */
async function reopenedContext(
  open: () => ReturnType<typeof openHeadlessWindow>,
  close: () => Promise<void>,
  id: string,
): Promise<ReturnType<typeof toAnthropicMessages> | undefined> {
  await close();
  const { session, close: closeAgain } = open();
  await session.open(id);
  const thread = session.state.open?.thread;
  await closeAgain();
  return thread && toAnthropicMessages(projectContext(thread).messages);
}

/** Why the open thread can only be read; undefined where it can be written. */
function readOnlyText(open: OpenThread | undefined, l10n: L10n): string | undefined {
  switch (open?.access.type) {
    case undefined:
    case 'writer':
      return undefined;
    case 'held':
      return 'another window writes it. Close it there, or give --reopen alone, which only reads.';
    case 'refused':
      return `${open.file}: ${diskReason(open.access.reason, l10n)}`;
  }
}

async function takeBack({ session, agent }: HeadlessWindow, show: (event: object) => void): Promise<void> {
  for (const { id } of [...(session.state.open?.thread.queue ?? [])]) {
    const taken = await agent.unqueue(id);
    if (taken) show({ type: 'taken-back', text: taken.text });
  }
}

/** The text of the reply on stdout; notices and messages that were taken back on stderr. */
function printText(event: object, output: ChatOutput): void {
  printNotice(event, output);
  if (!('type' in event) || !('text' in event)) return;
  if (event.type === 'text') output.stdout(String(event.text));
}

function printNotice(event: object, { stderr }: ChatOutput): void {
  if (!('type' in event) || !('text' in event)) return;
  if (event.type === 'notice') stderr(`${event.text}\n`);
  if (event.type === 'taken-back') stderr(`Taken back: ${event.text}\n`);
}

function badInput(message: string, { stderr }: ChatOutput): number {
  stderr(`${message.replace(/\s*\n\s*/g, ' ')}\n`);
  return 2;
}
