/** What Spool itself says of a failed call is in the person's language, wherever the panel shows it; Japanese stands for all. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { ModelError } from '../../../src/core/agent/model-event.ts';
import { OWN_SENTENCES } from '../../../src/core/lang/own-sentences.ts';
import { filled } from '../../../src/core/lang/translate.ts';
import { panelWords } from '../../../src/extension/chat-view/panel-words.ts';
import { createL10n } from '../../../src/extension/l10n/l10n.ts';
import { attemptText } from '../../../src/extension/words/attempt-text.ts';
import { importText } from '../../../src/extension/words/import-text.ts';
import { compactText } from '../../../src/extension/words/outcome-text.ts';
import { failureNotice } from '../../../src/extension/words/turn-notice.ts';

const bundle: Readonly<Record<string, string>> = JSON.parse(readFileSync('l10n/bundle.l10n.ja.json', 'utf8'));
const japanese = createL10n(
  (message, ...args) => filled(bundle[message] ?? message, ...args),
  'ja',
  () => true,
);

const KINDS: readonly ModelError['kind'][] = [
  'auth',
  'rate-limit',
  'quota',
  'overloaded',
  'overflow',
  'network',
  'invalid-request',
  'refused',
  'empty',
  'endless',
];

/** Three words in a row that are no name. */
const ENGLISH = /\b\p{Ll}+ \p{Ll}+ \p{Ll}+/u;
const VALUES = ['http://localhost:11434/v1', '404', 'ECONNREFUSED'];

describe.each(OWN_SENTENCES)('%s', (template) => {
  const message = filled(template, ...VALUES);

  it('is in Japanese on the card of a failed call of any kind', () => {
    for (const kind of KINDS) {
      const { text, details = '' } = failureNotice({ kind, message }, japanese);
      expect(`${text}\n${details}`, kind).not.toMatch(ENGLISH);
      for (const value of VALUES) if (message.includes(value)) expect(details).toContain(value);
    }
  });

  it('is in Japanese where an import failed', () => {
    const failure = { reason: 'not-json', file: 'thread.json', line: 3, what: message, message } as const;
    const { text = '' } = importText({ type: 'failed', failure }, japanese) ?? {};
    expect(text).not.toMatch(ENGLISH);
    expect(text).toContain('thread.json');
  });

  it('is in Japanese while a call is tried again, and where a compaction failed', () => {
    const failed = { type: 'summary-failed', strategy: 'summarize', reason: 'model-failed', detail: message } as const;
    const said = [
      panelWords(japanese).said(message),
      attemptText({ end: 'failed', detail: message }, japanese),
      compactText(failed, japanese).text,
      compactText({ ...failed, reason: 'summary-refused', detail: `smaller: ${message}` }, japanese).text,
    ];
    for (const text of said) {
      expect(text).not.toMatch(ENGLISH);
      for (const value of VALUES) if (message.includes(value)) expect(text).toContain(value);
    }
  });
});

test('a provider’s own sentence stays as it is, also within one of ours', () => {
  const said = 'The engine is currently overloaded, please try again later';
  expect(failureNotice({ kind: 'overloaded', message: said }, japanese)).toMatchObject({ details: said });
  const asked = failureNotice({ kind: 'invalid-request', message: `${said} (asked at http://localhost/v1)` }, japanese);
  expect(asked.details).toBe(`${said} (要求先: http://localhost/v1)`);
});
