/** A real VS Code with a scripted model of Anthropic's API and a folder of files, and what a person does in it: send, answer, wait. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import type { Json } from '../../src/core/lang/json.ts';
import type { QuestionView } from '../../src/core/protocol/question.ts';
import { openPanel } from '../harness/panel.mjs';
import { setKey } from '../harness/set-key.mjs';
import { openVsCode } from '../harness/vs-code.mjs';
import { runCommand } from '../harness/workbench.mjs';
import { startAnthropicFake } from '../wire/anthropic-server.ts';
import type { FakeCall, FakeReply } from '../wire/fake.ts';

/** One reply of the model; a function where it depends on what the model is sent. */
export type Step = FakeReply | ((request: Json) => FakeReply);

/** An entry of a thread's log, as far as tests look at it. */
export interface LoggedEntry {
  readonly id: number;
  readonly type: string;
  readonly [field: string]: Json;
}

export interface AgentWindowOptions {
  /** Contents by path from the workspace folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of scope `machine`, beside those of the scripted model. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  /** Tokens of the model's window, which the server enforces too. */
  readonly window: number;
  /** What the model writes when it is asked for a summary. */
  readonly summary?: (request: Json) => string;
  readonly isUntrusted?: boolean;
  /** Beside our own, as `openVsCode` takes them. */
  readonly extensions?: readonly { readonly id: string; readonly at: string }[];
}

const BUTTONS = { allow: 'allow-once', thread: 'allow-thread', deny: 'deny', why: 'deny-why' } as const;

/** Its thought is sealed to all that came before it. */
export const does = (...calls: readonly FakeCall[]): FakeReply => ({ type: 'answer', thinking: 'Well, well.', calls });

export type Agent = Awaited<ReturnType<typeof openAgentWindow>>;

export async function openAgentWindow(options: AgentWindowOptions) {
  const {
    files = {},
    settings = {},
    machineSettings = {},
    window,
    summary = () => 'The work so far is done.',
    isUntrusted = false,
    extensions = [],
  } = options;
  /** What the model does at its next calls; then it says that it is done. */
  let script: Step[] = [];
  let calls = 0;
  const fake = await startAnthropicFake({
    window,
    reply: (n, request) => {
      if (isSummary(request)) return { type: 'answer', text: summary(request) };
      const step = script.shift() ?? { type: 'answer', text: `Done at call ${n}.` };
      return typeof step === 'function' ? step(request) : step;
    },
  });
  const code = await openVsCode({
    settings: {
      'files.autoSave': 'off',
      'spool.model.contextWindows': { anthropic: window },
      ...settings,
    },
    // The person's choice of a model belongs to the machine that VS Code runs on: elsewhere a first window does not read it.
    machineSettings: {
      'spool.provider': 'anthropic',
      'spool.model.id': fake.model,
      'spool.anthropic.baseUrl': fake.access.baseUrl,
      ...machineSettings,
    },
    isUntrusted,
    extensions,
  });
  const at = (name: string) => path.join(code.folder, name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
  const threads = path.join(code.storage, 'threads');
  const threadIds = () =>
    existsSync(threads)
      ? readdirSync(threads, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
      : [];
  const entriesOf = (id: string): readonly LoggedEntry[] =>
    readFileSync(path.join(threads, id, 'log.jsonl'), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

  const own = {
    code,
    fake,
    at,
    /** Empty where there is no such file. */
    text: (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : ''),
    call: (name: string, input: Json): FakeCall => ({ id: `toolu_${++calls}`, name, input }),
    /** The id of the newest call. */
    newestCall: () => `toolu_${calls}`,
    /** User settings over those of the start; they hold from the next load of the window on. */
    set: (changes: Readonly<Record<string, unknown>>) => {
      const file = path.join(code.storage, '../../settings.json');
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...changes }));
    },
    /** The folder of a thread's stored outputs. */
    outputsOf: (id: string) => path.join(threads, id, 'outputs'),
    /** The model's next replies. */
    play: (steps: readonly Step[]) => {
      script = [...steps];
    },
    /** How many of the replies are still to come. */
    stepsLeft: () => script.length,
    threadIds,
    entriesOf,
    /** Of all threads. */
    entries: (): readonly LoggedEntry[] => threadIds().flatMap(entriesOf),
    /** The newest results of calls, as JSON. */
    newestResults: () => {
      const results = own.entries().filter(({ origin }) => origin === 'tools');
      // The folders of threads come in any order.
      return JSON.stringify(results.toSorted((a, b) => Number(a.at) - Number(b.at)).at(-1)?.blocks ?? []);
    },
    /** Gives the key and opens a new thread. */
    begin: async () => {
      await setKey(code.page, 'Anthropic', fake.access.apiKey ?? '');
      await runCommand(code.page, 'Spool: New Thread');
      return openPanel(code.page);
    },
    /** Types a message and sends it, or queues it while the agent is at work. */
    type: async (panel: Frame, message: string): Promise<void> => {
      const send = panel.locator('[data-action=send]');
      const queued = () => own.entries().filter(({ type }) => type === 'queued').length;
      const before = queued();
      // The draft is that of the thread: what is typed before a new thread is shown stays with the old one.
      const isSent = async () => {
        await panel.locator('textarea[data-action=type]').fill(message);
        return (await send.isEnabled()) && succeeds(send.click({ timeout: 5_000 }));
      };
      await expect.poll(isSent).toBe(true);
      await expect.poll(queued).toBeGreaterThan(before);
    },
    /** Sends a message that the model answers by these replies, one after the other. */
    ask: async (panel: Frame, message: string, ...steps: readonly Step[]): Promise<void> => {
      own.play(steps);
      await own.type(panel, message);
    },
    question: (panel: Frame) => panel.locator('spool-question'),
    answer,
    /** Waits until nothing is queued, and the turn has ended with the model's last words; `refused` says which requests the server refused. */
    rest: async (panel: Frame, refused: readonly string[] = []): Promise<void> => {
      await expect.poll(() => threadIds().every((id) => hasEnded(entriesOf(id))), { timeout: 120_000 }).toBe(true);
      await panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
      expect(fake.rejections).toEqual(refused);
    },
    /** Waits until the model's newest request holds this. */
    sends: (part: string) =>
      expect.poll(() => JSON.stringify(fake.requests.at(-1)).includes(part), { message: part }).toBe(true),
    close: async () => {
      await code.close();
      await fake.close();
    },
  };
  return own;
}

/** The prefix of a thread with tools is asked for its summary with the choice `none`; a transcript is sent without tools. */
function isSummary(request: Json): boolean {
  const { tools, tool_choice: choice } = request as { readonly tools?: Json; readonly tool_choice?: { type: string } };
  return tools === undefined || choice?.type === 'none';
}

/** Whether nothing waits to be sent, and the model has said its last words. */
function hasEnded(entries: readonly LoggedEntry[]): boolean {
  const taken = new Set(entries.flatMap(({ queued }) => (queued === undefined ? [] : [queued])));
  if (entries.some(({ type, id }) => type === 'queued' && !taken.has(id))) return false;
  const last = entries.findLast(({ type }) => type === 'message');
  if (!last) return true;
  return last.origin === 'model' && !JSON.stringify(last.blocks).includes('"tool_use"');
}

/** Whether it succeeds. */
const succeeds = (action: Promise<unknown>) =>
  action.then(
    () => true,
    () => false,
  );

/** The id of the question that is shown. */
const shownId = (panel: Frame) =>
  panel.evaluate(() => {
    const card = document.querySelector('spool-panel')?.shadowRoot?.querySelector('spool-question');
    return card && 'question' in card ? (card.question as QuestionView).id : undefined;
  });

/** Waits for a question, and presses a button of its card until it was answered, or a reason is asked for. */
async function answer(panel: Frame, button: keyof typeof BUTTONS): Promise<void> {
  const card = panel.locator('spool-question[takes-presses]');
  await expect.poll(() => shownId(panel)).toBeDefined();
  const id = await shownId(panel);
  // A press that comes too soon after the card moved does nothing, so it is repeated. It is repeated late, as one that comes
  // when a slow window shows the next question would answer that.
  const reason = panel.locator('spool-question [data-action=reason]');
  const isAnswered = async () => (await shownId(panel)) !== id || (await reason.isVisible());
  const press = async () => {
    if (await isAnswered()) return true;
    await succeeds(card.locator(`[data-action=${BUTTONS[button]}]`).click({ timeout: 5_000 }));
    return succeeds(expect.poll(isAnswered, { timeout: 60_000 }).toBe(true));
  };
  await expect.poll(press, { timeout: 200_000 }).toBe(true);
}
