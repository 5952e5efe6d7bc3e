/** Prints what happens in a window while a turn runs: as lines of JSON, or as the text of the reply. */
import type { Entry } from '../../src/core/thread/entry.ts';
import type { HeadlessWindow } from './headless-window.ts';

/** A request that asks a server about a model, and the model for nothing. */
const ASKS_ABOUT_MODEL = /\/api\/show$/;

export interface ShownNotice {
  readonly severity: string;
  readonly text: string;
}

export interface Recorded {
  /** Every notice that was shown, in order. */
  readonly notices: readonly ShownNotice[];
  /** Requests to a model; lists of models and questions about one do not count. */
  readonly requests: () => number;
  readonly compactions: () => number;
}

/** Follows the window until the process ends. `show` gets each event, which is one JSON object. */
export function recordEvents(window: HeadlessWindow, show: (event: object) => void): Recorded {
  const { session, agent, requests } = window;
  const notices: ShownNotice[] = [];
  let lastNotice: unknown;
  let thread: string | undefined;
  let shownEntries = 0;
  let compactions = 0;
  const showEntry = (entry: Entry) => {
    if (entry.type === 'compaction') compactions++;
    show({ type: 'entry', entry });
  };
  session.onDidChange(({ open, notice }) => {
    if (notice && notice !== lastNotice) {
      const shown = { severity: notice.severity, text: [notice.text, notice.details].filter(Boolean).join(' ') };
      notices.push(shown);
      show({ type: 'notice', ...shown });
    }
    lastNotice = notice;
    if (!open) return;
    const { entries } = open.thread;
    // Entries that were in the log before are not news.
    if (open.id !== thread) shownEntries = entries.length;
    thread = open.id;
    for (; shownEntries < entries.length; shownEntries++) {
      const entry = entries.at(shownEntries);
      if (entry) showEntry(entry);
    }
  });
  agent.progress.onPieces(({ pieces }) => {
    for (const { type, text } of pieces) show({ type, text });
  });
  const seen = new Set<unknown>();
  let calls = 0;
  requests.onDidChange(() => {
    for (const { call, at } of requests.exchanges.toReversed()) {
      const key = `${at} ${call.address} ${call.model}`;
      if (call.model === undefined || ASKS_ABOUT_MODEL.test(call.address ?? '') || seen.has(key)) continue;
      seen.add(key);
      calls++;
      show({ type: 'request', model: call.model, address: call.address });
    }
  });
  return { notices, requests: () => calls, compactions: () => compactions };
}
