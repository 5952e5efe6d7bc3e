/** `npm run chat`: one turn of the agent without VS Code. Exit 0: the turn ended, 1: it failed, 2: bad input. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectContext } from '../../src/core/thread/context.ts';
import type { TurnsEndType } from '../../src/extension/agent/turns-end.ts';
import { sessionMeter } from '../../src/extension/session/session-state.ts';
import { openText } from '../../src/extension/words/outcome-text.ts';
import { toAnthropicMessages } from '../../src/providers/anthropic/to-messages.ts';
import { recordEvents } from './events.ts';
import { openHeadlessWindow } from './headless-window.ts';
import { type ChatOptions, parseOptions, USAGE } from './options.ts';

/** Ends after which the thread is as the user asked for. All others need the user, or a mend. */
const ENDED: ReadonlySet<TurnsEndType> = new Set<TurnsEndType>(['done', 'stopped', 'call-limit']);

const printLine = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  if (!options.ok) return badInput(options.error);
  if (options.value === 'help') {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const { store } = options.value;
  const root = store ?? mkdtempSync(path.join(tmpdir(), 'spool-chat-'));
  try {
    mkdirSync(root, { recursive: true });
    return await chat(root, options.value);
  } catch (error) {
    if (store === undefined) throw error;
    return badInput(`--store ${store}: ${error instanceof Error ? error.message : error}`);
  } finally {
    if (store === undefined) rmSync(root, { recursive: true, force: true });
  }
}

async function chat(root: string, options: ChatOptions): Promise<number> {
  for (const warning of options.warnings) process.stderr.write(`${warning}\n`);
  let end: TurnsEndType | undefined;
  const open = () =>
    openHeadlessWindow({
      root,
      settings: options.settings,
      onTurnEnd: (type) => {
        end = type;
      },
      onError: (text) => process.stderr.write(`${text}\n`),
    });
  const window = open();
  const { session, agent, l10n } = window;
  const isQuiet = options.reopen;
  const recorded = recordEvents(window, isQuiet ? () => undefined : options.json ? printLine : printText);
  process.once('SIGINT', () => agent.stop());
  try {
    if (options.thread !== undefined) {
      const opened = await session.open(options.thread);
      const problem = openText(opened, l10n);
      if (opened.type !== 'opened' || opened.readOnly)
        return badInput(`--thread ${options.thread}: ${problem?.text ?? 'it can’t be opened.'}`);
    }
    const isTurn = options.message !== undefined || !options.reopen;
    const sent = options.message === undefined ? undefined : await agent.send(options.message);
    if (sent === undefined && isTurn) void agent.goOn();
    await agent.rest();
    if (sent?.taken === false) process.stderr.write(`${sent.why ?? 'The message can’t be written to the log.'}\n`);
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
    if (!isQuiet && !options.json) process.stdout.write('\n');
    if (options.reopen && id !== undefined) await printContext(open, window.close, id);
    return !isTurn || (end !== undefined && ENDED.has(end)) ? 0 : 1;
  } finally {
    await window.close();
  }
}

/** Opens the thread again from its file, as a restart does, and prints what a request would send of it. */
async function printContext(
  open: () => ReturnType<typeof openHeadlessWindow>,
  close: () => Promise<void>,
  id: string,
): Promise<void> {
  await close();
  const { session, close: closeAgain } = open();
  await session.open(id);
  const thread = session.state.open?.thread;
  if (thread) printLine({ messages: toAnthropicMessages(projectContext(thread).messages) });
  await closeAgain();
}

/** The text of the reply on stdout, and notices on stderr. */
function printText(event: object): void {
  if (!('type' in event) || !('text' in event)) return;
  if (event.type === 'text') process.stdout.write(String(event.text));
  if (event.type === 'notice') process.stderr.write(`${event.text}\n`);
}

function badInput(message: string): number {
  process.stderr.write(`${message.replace(/\s*\n\s*/g, ' ')}\n`);
  return 2;
}

// A reader that has enough (`| head`) is no error.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await main();
