/** No key that was used is in the request log's document, wherever it came from. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { logDocument } from '../../../src/extension/request-log/log-document.ts';
import { recordFetch } from '../../../src/extension/request-log/record-fetch.ts';
import { HIDDEN, readableHeaders, readableUrl, redact } from '../../../src/extension/request-log/redact.ts';
import { RequestLog } from '../../../src/extension/request-log/request-log.ts';
import { ENGLISH } from '../english.ts';

const KEY = 'sk-0123456789-abcdef';

it.each([
  ['Authorization', `Bearer ${KEY}`],
  ['x-api-key', KEY],
  ['X-Goog-Api-Key', KEY],
  ['cookie', `session=${KEY}`],
])('hides the header %s by its name, whatever its value', (name, value) => {
  expect(readableHeaders(new Headers({ [name]: value, accept: 'a' }))).toEqual({
    [name.toLowerCase()]: HIDDEN,
    accept: 'a',
  });
});

it.each([
  ['https://a.example/v1beta/models?key=abc&alt=sse', `https://a.example/v1beta/models?key=${HIDDEN}&alt=sse`],
  ['https://a.example/?x=1&api_key=abc', `https://a.example/?x=1&api_key=${HIDDEN}`],
  ['https://user:word@a.example/v1', `https://${HIDDEN}@a.example/v1`],
  ['https://a.example/v1/messages', 'https://a.example/v1/messages'],
])('shows %s as %s', (url, shown) => {
  expect(readableUrl(url)).toBe(shown);
});

it('leaves words alone that are too short for a secret', () => {
  expect(redact('the ollama server', ['ollama'])).toBe('the ollama server');
});

const key = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 40,
});
const around = fc.tuple(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }));
const places = [
  'header',
  'own header',
  'address',
  'body',
  'json',
  'reply',
  'reply header',
  'split reply',
  'error',
] as const;

it('never has a key in the document, in whatever part of request or reply it stands', async () => {
  await fc.assert(
    fc.asyncProperty(
      key,
      around,
      fc.constantFrom(...places),
      fc.boolean(),
      async (secret, [before, after], place, longer) => {
        const text = `${before}${secret}${after}`;
        const json = JSON.stringify({
          model: text,
          list: [{ [text]: text, long: `${'x '.repeat(longer ? 995 : 1)}${text}` }],
        });
        const log = new RequestLog(() => 0);
        log.hide(secret);
        const reply = place === 'json' ? `data: ${json}\n\n` : place === 'reply' ? text : '{}';
        const inner: typeof fetch = async () => {
          if (place === 'error') throw new Error(text);
          const at = before.length + (secret.length >> 1);
          const pieces = place === 'split reply' ? [text.slice(0, at), text.slice(at)] : [reply];
          const stream = new ReadableStream({
            start(controller) {
              for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
              controller.close();
            },
          });
          return new Response(stream, place === 'reply header' ? { headers: { 'x-echo': secret } } : {});
        };
        const headers =
          place === 'own header' ? { 'x-mine': `Token ${secret}` } : { authorization: `Bearer ${secret}` };
        const address = place === 'address' ? `/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}` : '/';
        const body = place === 'json' ? json : place === 'body' ? text : '{}';
        await recordFetch(
          log,
          'p',
          inner,
        )(`http://a.example${address}`, { method: 'POST', headers, body })
          .then((response) => response.text())
          .catch(() => undefined);
        expect(logDocument(log, ENGLISH)).not.toContain(secret);
      },
    ),
    { numRuns: 300 },
  );
});
