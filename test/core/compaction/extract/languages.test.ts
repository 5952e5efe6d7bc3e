/** The deterministic summary of a thread has its headings, and its message to continue, in the language of the thread. */
import { describe, expect, test } from 'vitest';
import { resumeMessages } from '../../../../src/core/agent/queued-messages.ts';
import { extract } from '../../../../src/core/compaction/extract.ts';
import { LANGUAGES, type Language } from '../../../../src/core/prompts/guess-language.ts';
import { isExtractText, threadLabels } from '../../../../src/core/prompts/thread-labels.ts';
import { estimateText } from '../../../../src/core/tokens/estimate.ts';
import { entriesOf } from '../extract-thread.ts';

const ASKED: Readonly<Record<Language, string>> = {
  en: 'Please fix the parser, and do not touch the tests that are red for other reasons.',
  de: 'Bitte behebe den Fehler im Parser und ändere nicht die Tests, die aus anderen Gründen rot sind.',
  es: 'Arregla el analizador, pero no toques los tests que fallan por otras razones; usa una función para esto.',
  fr: 'Corrige le parseur, et ne touche pas aux tests qui échouent pour une autre raison.',
  ja: 'src/parser.ts のバグを直してください。テストは変更しないでください。',
  zh: '请修复 src/parser.ts 里的错误,不要改动其他测试。',
};

describe.each(LANGUAGES)('C15 a thread in %s', (language) => {
  const entries = entriesOf([
    { typed: ASKED[language] },
    { said: `Done: ${'the parser reads the line. '.repeat(40)}` },
  ]);
  const labels = threadLabels(language);

  test('has the headings of an extract in it', () => {
    const { text } = extract({ head: entries.map((entry) => ({ type: 'message', entry })), kept: [], budget: 900 });
    expect(text.startsWith(labels.intro)).toBe(true);
    expect(text).toContain(`## ${labels.asks}\n\n- ${ASKED[language]}`);
    expect(text).toContain(`## ${labels.passages}\n`);
    expect(isExtractText(text)).toBe(true);
    for (const budget of [60, 100, 200, 400]) {
      const short = extract({ head: entries.map((entry) => ({ type: 'message', entry })), kept: [], budget }).text;
      expect(estimateText(short)).toBeLessThanOrEqual(budget);
    }
  });

  test('goes on after a compaction by a message in it', () => {
    expect(resumeMessages({ queue: [], entries })[0]?.blocks).toEqual([{ type: 'text', text: labels.proceed }]);
  });
});

test('C15 no two sections of a language have one heading', () => {
  for (const language of LANGUAGES) {
    const { summary, asks, todo, decisions, files, commands, errors, passages, names } = threadLabels(language);
    const headings = [summary, asks, todo, decisions, files, commands, errors, passages, names];
    expect(new Set(headings).size).toBe(headings.length);
  }
});
