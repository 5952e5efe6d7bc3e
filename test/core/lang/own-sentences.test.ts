/** Spool's own sentences about failed calls: found again in a message, translated, with a provider's words as they are. */
import { describe, expect, it, test } from 'vitest';
import { OWN_SENTENCES, ownSentence, translateOwn } from '../../../src/core/lang/own-sentences.ts';
import { filled } from '../../../src/core/lang/translate.ts';

/** Puts a sentence into brackets, so that one sees what was translated. */
const bracketed = (message: string, ...args: readonly (string | number)[]) => `[${filled(message, ...args)}]`;

describe('a message of Spool’s own', () => {
  test.each(OWN_SENTENCES)('%s', (template) => {
    const args = ['“a-b”', '404', 'c_d'];
    expect(translateOwn(filled(template, ...args), bracketed)).toBe(`[${filled(template, ...args)}]`);
  });

  it('is translated in another one, too', () => {
    const page = ownSentence('pageSaid', 502, 'Bad Gateway');
    const asked = ownSentence('askedAt', ownSentence('isBaseUrlRight', page), ownSentence('baseUrl'));
    expect(translateOwn(asked, bracketed)).toBe(
      '[[[A web page came (HTTP 502, “Bad Gateway”) and not the answer of an API.] Is the base URL right?] (asked at [the base URL])]',
    );
  });

  it('is translated before a provider’s words and behind the name of a check', () => {
    expect(translateOwn('The quota of this model is used up. Wait until May.', bracketed)).toBe(
      '[The quota of this model is used up.] Wait until May.',
    );
    expect(translateOwn('smaller: 900 tokens would replace 800', bracketed)).toBe(
      'smaller: [900 tokens would replace 800]',
    );
  });
});

describe('a provider’s words', () => {
  it.each([
    '',
    'Incorrect API key provided: sk-***.',
    'prompt is too long: 208380 tokens > 200000 maximum',
    'error: model not found',
    'The connection to the database failed',
    'The stream ended before the reply did. '.trim().slice(0, -1),
  ])('stay as they are: %s', (message) => {
    expect(translateOwn(message, bracketed)).toBe(message);
  });

  it('stay as they are in a sentence of Spool’s', () => {
    const said = ownSentence('connectionFailed', 'http://localhost:11434/v1', 'connect ECONNREFUSED 127.0.0.1:11434');
    expect(translateOwn(said, bracketed)).toBe(`[${said}]`);
    expect(translateOwn(said, (template) => template)).toBe('The connection to {0} failed: {1}');
  });

  it('that repeat a sentence of Spool’s many times end', () => {
    const many = 'x (HTTP 1)'.padEnd(20_000, ' (HTTP 1)');
    expect(translateOwn(many, filled)).toBe(many);
  });
});
