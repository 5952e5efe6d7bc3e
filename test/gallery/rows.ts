/** Short ways to write the rows of the gallery's threads. */
import type { EntryId } from '../../src/core/thread/entry-id.ts';
import type { AssistantRow, ResultView, Row, ToolRow, UserRow } from '../../src/core/view/row.ts';

/** The day on which the gallery's clock stands. */
export const TODAY = '2026-11-27';

export const at = (time: string) => Date.parse(`${TODAY}T${time}:00Z`);
export const id = (n: number) => n as EntryId;

function base(n: number, time: string, text: string) {
  return { key: String(n), entry: id(n), at: at(time), tokens: Math.ceil(text.length / 4), body: { text, more: 0 } };
}

export function typed(n: number, time: string, text: string): UserRow {
  return { ...base(n, time, text), type: 'user', origin: 'typed', attachments: [] };
}

export function said(n: number, time: string, text: string): AssistantRow {
  return { ...base(n, time, text), type: 'assistant' };
}

export function thought(n: number, time: string, text: string): AssistantRow {
  return { ...base(n, time, text), type: 'thinking' };
}

export function tool(
  n: number,
  time: string,
  kind: ToolRow['kind'],
  subject: string,
  tokens: number,
  lines: number,
  result: Partial<ResultView> = {},
): ToolRow {
  const text = Array.from({ length: 6 }, (_, i) => `${i + 1}  line ${i + 1} of ${subject}`).join('\n');
  return {
    key: String(n),
    entry: id(n),
    at: at(time),
    tokens,
    type: 'tool',
    kind,
    name: kind,
    subject,
    input: { text: JSON.stringify({ subject }, undefined, 2), more: 0 },
    result: {
      body: { text, more: lines * 20 },
      lines,
      bytes: lines * 40,
      tokens,
      isError: false,
      attachments: [],
      ...result,
    },
    orphan: false,
  };
}

/** The first row, with a key that no row of a call has. */
export function firstOf(rows: readonly Row[]): readonly Row[] {
  return rows.slice(0, 1).map((row) => ({ ...row, key: 'first' }));
}
