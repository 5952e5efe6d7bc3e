/** A reply that is streamed into the panel: its text, and the updates by which the extension host hands it on. */
import type { Page } from 'playwright-core';
import type { FakeHost } from '../../test/gallery/fake-host.ts';

type Pieces = Parameters<FakeHost['pieces']>[0];

/** Characters that a provider sends at once. */
const PIECE = 14;

/** Paragraphs, lists, code and a table, as models write them. */
export function replyText(length: number): string {
  const parts = Array.from(
    { length: Math.ceil(length / 300) },
    (_, i) => `## Part ${i}

The queue takes part ${i} back when the request **fails**, and keeps its order by \`src/queue.ts:${i + 1}\`. It waits longer each time.

- attempts: ${i}
- delay: at most *30* seconds, with jitter
- see [the notes](https://example.com/${i})

\`\`\`ts
export function next(parts: readonly Part[]): Part | undefined {
  return parts.find((part) => part.state === 'waiting' && part.at <= ${i});
}
\`\`\`

${i % 5 === 0 ? `| part | state |\n| --- | --- |\n| ${i} | waiting |\n| ${i + 1} | sent |\n\n` : ''}`,
  );
  return parts.join('').slice(0, length);
}

/** The updates of a reply, of which each has so many of the provider's pieces. */
export function updatesOf(text: string, pieces: number): readonly string[] {
  const size = PIECE * pieces;
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
}

/** Streams a reply, one update in a frame or several; resolves when the last one is drawn. */
export function stream(page: Page, reply: number, updates: readonly string[], aFrame = 1): Promise<void> {
  return page.evaluate(
    async ([number, texts, many]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (const [at, text] of texts.entries()) {
        const pieces: Pieces = { reply: number, pieces: [{ part: 0, type: 'text', text }] };
        window.host.pieces(pieces);
        if (at % many === 0) await frame();
      }
      await frame();
      await frame();
    },
    [reply, updates, aFrame] as const,
  );
}

/** The reply is over: it comes as a row. */
export function finish(page: Page, key: number, text: string): Promise<void> {
  return page.evaluate(
    ([entry, whole]) => {
      const { host } = window;
      const total = host.shown.total + 1;
      const statuses = [{ count: total, fate: 'kept', above: false }] as const;
      host.shown = { total, statuses };
      const body = { text: whole, more: 0 };
      const row = { type: 'assistant', key: `reply ${entry}`, entry, at: 0, tokens: 0, body } as never;
      const thread = { id: 'long', title: 'T', readOnly: false, canUndo: false, canRedo: false };
      host.change({ total, statuses, changed: [{ index: total - 1, row }], thread });
    },
    [key, text] as const,
  );
}
