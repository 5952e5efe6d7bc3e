/** Stands in for the extension host inside the gallery's page: sends snapshots and deltas, answers requests, notes the rest. */
import type { Attaching, DraftAttachmentView } from '../../src/core/protocol/draft-attachment.ts';
import type { LiveAgent } from '../../src/core/protocol/live-agent.ts';
import type { LiveCommand } from '../../src/core/protocol/live-command.ts';
import type { DraftText, FocusTarget } from '../../src/core/protocol/panel-messages.ts';
import type { Delta, ReplyPieces, Snapshot } from '../../src/core/protocol/panel-state.ts';
import type { PromptView } from '../../src/core/protocol/prompt.ts';
import { estimateText } from '../../src/core/tokens/estimate.ts';
import type { Row } from '../../src/core/view/row.ts';
import { expandPrompt } from '../../src/core/workspace/prompts/expand-prompt.ts';
import { mentions } from './attachment-states.ts';
import { setLanguage } from './language.ts';
import { longThread, states } from './states.ts';

/** What the panel posts. */
export interface Told {
  readonly kind: string;
  readonly id?: number;
  readonly method: string;
  readonly params?: {
    readonly from?: number;
    readonly to?: number;
    readonly key?: string;
    readonly text?: string;
    readonly texts?: readonly string[];
    readonly kind?: string;
    readonly back?: boolean;
  };
}

/** A text for the composer; or a button to press unless what it opens is open, by selectors, each within what the one before finds. */
type Step = { readonly type: string } | { readonly press: readonly string[] };

let rows: Row[] = [];
let version = 0;
let asked = 0;
// A page that is opened as a new one finds nothing of the page before it, and what it saves itself when it is reloaded.
if (new URLSearchParams(location.search).has('new')) {
  sessionStorage.clear();
  history.replaceState(null, '', location.href.replace(/\?new&?/, '?'));
}
setLanguage(location, document);
let saved: unknown = JSON.parse(sessionStorage.getItem('saved') ?? 'null') ?? undefined;

function post(message: object): void {
  // By way of JSON, as the editor does it.
  window.postMessage(JSON.parse(JSON.stringify(message)), '*');
}

async function answer({ id, method, params = {} }: Told): Promise<void> {
  await host.held;
  // Never within the call that asks, as between the editor's processes.
  await new Promise((resolve) => setTimeout(resolve));
  if (method === 'loadText')
    post({ kind: 'response', id, result: `the whole of ${params.key}\n${'all of it\n'.repeat(50)}` });
  const { from = 0, to = 0 } = params;
  if (method === 'send') {
    const { refusal: why, inserted } = host;
    const draft = inserted === undefined ? undefined : expandPrompt({ text: inserted }, '');
    const isTaken = why === undefined && draft === undefined;
    post({ kind: 'response', id, result: isTaken ? { taken: true } : { taken: false, why, draft } });
    host.inserted = undefined;
  }
  if (method === 'editSummary') {
    const why = host.refusal;
    post({ kind: 'response', id, result: why === undefined ? { saved: true } : { saved: false, why } });
  }
  if (method === 'editQueued') post({ kind: 'response', id, result: host.queued !== null });
  if (method === 'editMessage') post({ kind: 'response', id, result: { text: 'Run the tests again.' } });
  if (method === 'attach') post({ kind: 'response', id, result: host.attaching });
  if (method === 'findMentions') post({ kind: 'response', id, result: host.mentions });
  if (method === 'findPrompts') post({ kind: 'response', id, result: host.prompts });
  if (method === 'countTokens') post({ kind: 'response', id, result: params.texts?.map(estimateText) });
  if (method === 'unqueue') post({ kind: 'response', id, result: { text: host.queued } });
  if (method === 'findRows') post({ kind: 'response', id, result: host.found(params) });
  if (method === 'nextRow') post({ kind: 'response', id, result: host.next(params) });
  if (method === 'loadRows')
    post({ kind: 'response', id, result: { version, first: from, rows: rows.slice(from, to) } });
}

export class FakeHost {
  readonly names = Object.keys(states);
  readonly told: Told[] = [];
  /** What answers wait for. */
  held: Promise<void> | undefined;
  #release = (): void => undefined;
  /** The snapshot that was sent last. */
  shown: Pick<Snapshot, 'total' | 'statuses'> = { total: 0, statuses: [] };
  /** Why it takes no message; undefined when it does. */
  refusal: string | undefined;
  /** What it answers to a wish to attach something. */
  attaching: Attaching = { attached: 1 };
  mentions = mentions;
  prompts: readonly PromptView[] = [];
  /** The text of the prompt that a sent draft names. */
  inserted: string | undefined;
  /** The text of a queued message that is taken back; null when it was sent. */
  queued: string | null = 'Also cover the jitter cap in a test.';

  /** Three rows at a request, so that the panel has to ask again. */
  found({ text = '', from = 0 }: NonNullable<Told['params']>): object {
    const hits = rows.flatMap((row, index) =>
      JSON.stringify(row).toLowerCase().includes(text.toLowerCase()) ? [{ index, key: row.key }] : [],
    );
    const page = hits.filter(({ index }) => index >= from);
    return { hits: page.slice(0, 3), next: page.length > 3 ? (page[2]?.index ?? 0) + 1 : null };
  }

  next({ kind, from = 0, back = false }: NonNullable<Told['params']>): object {
    const isOf = (row: Row) =>
      kind === 'marker' ? row.type === 'marker' : row.type === 'user' && row.origin === 'typed';
    const at = back
      ? rows.slice(0, from).findLastIndex(isOf)
      : rows.findIndex((row, index) => index > from && isOf(row));
    return { index: at < 0 ? null : at };
  }

  /** Answers nothing until `release`. */
  hold(): void {
    this.held = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  release(): void {
    this.#release();
  }

  /** Shows one of the named states; each is a thread of its own, so that nothing stays open from the one before. */
  show(name: string): void {
    const state = states[name];
    if (!state) throw new Error(`${name}: there is no such state`);
    const { snapshot, context = false } = state;
    const thread = snapshot.thread && { thread: { ...snapshot.thread, id: name } };
    if (context) asked += 1;
    this.send({ ...snapshot, ...thread, showContext: asked }, snapshot.rows);
    if (state.live) this.liveCommands(state.live);
    if (state.liveAgents) this.liveAgents(state.liveAgents);
    this.mentions = state.mentions ?? mentions;
    this.prompts = state.prompts ?? [];
    this.attached(snapshot.thread ? name : '', state.attached ?? []);
  }

  attached(thread: string, list: readonly DraftAttachmentView[]): void {
    post({ kind: 'notification', method: 'attachments', params: { thread, list } });
  }

  liveCommands(commands: readonly LiveCommand[]): void {
    post({ kind: 'notification', method: 'liveCommands', params: { commands } });
  }

  liveAgents(agents: readonly LiveAgent[]): void {
    post({ kind: 'notification', method: 'liveAgents', params: { agents } });
  }

  /** What a person has done in that state, in order. */
  steps(name: string): readonly Step[] {
    const { openFolds = [], open = [], typed, press = [] } = states[name] ?? { snapshot: undefined };
    const keys = [...openFolds.map((from) => `fold ${from}`), ...open];
    return [
      ...keys.map((key) => ({ press: [`[data-key="${key}"]`, '[data-action=toggle]'] })),
      ...(typed === undefined ? [] : [{ type: typed }]),
      ...press.map((action) => ({ press: [`[data-action=${action}]`] })),
    ];
  }

  long(total: number, page: number): void {
    this.prepareLong(total, page)();
  }

  /** Makes a long thread; the function that is returned sends it. */
  prepareLong(total: number, page: number): () => void {
    const { snapshot, rows: all } = longThread(total, page);
    return () => this.send(snapshot, all);
  }

  send(snapshot: Snapshot, all: readonly Row[]): void {
    rows = [...all];
    this.shown = snapshot;
    version = snapshot.version;
    post({ kind: 'notification', method: 'snapshot', params: snapshot });
  }

  pieces(pieces: ReplyPieces): void {
    post({ kind: 'notification', method: 'replyPieces', params: pieces });
  }

  draft(draft: DraftText): void {
    post({ kind: 'notification', method: 'draft', params: draft });
  }

  focus(target: FocusTarget, text?: string): void {
    post({ kind: 'notification', method: 'focus', params: { target, text } });
  }

  /** A delta on the version that the panel has. */
  change(delta: Omit<Delta, 'base' | 'version' | 'showContext'>): void {
    for (const { index, row } of delta.changed) rows[index] = row;
    version += 1;
    post({
      kind: 'notification',
      method: 'delta',
      params: { ...delta, base: version - 1, version, showContext: asked },
    });
  }
}

const host = new FakeHost();
const api = {
  postMessage: (message: Told) => {
    host.told.push(message);
    if (message.kind === 'request') void answer(message);
  },
  getState: () => saved,
  setState: (state: unknown) => {
    saved = state;
    sessionStorage.setItem('saved', JSON.stringify(state));
  },
};

declare global {
  interface Window {
    host: FakeHost;
    acquireVsCodeApi: () => typeof api;
  }
}
window.host = host;
window.acquireVsCodeApi = () => api;
