/** What a person is told where a key, an address or a server is wrong: each provider's library for real, and the words of the card. */
import { describe, expect, it } from 'vitest';
import type { ModelError } from '../../src/core/agent/model-event.ts';
import { openaiCompatible } from '../../src/providers/openai-compatible/adapter.ts';
import { type Handler, sendJson, startServer } from '../wire/server.ts';
import { type Answer, atServer, errorAt, json, KEY, PROVIDERS, page, refused } from './at-server.ts';

const SAID: readonly (readonly [string, Answer, ModelError['kind'], RegExp])[] = [
  ['a page in place of an answer', page(200), 'invalid-request', /127\.0\.0\.1:\d+/],
  [
    'words in place of an answer',
    { status: 200, type: 'text/plain; charset=utf-8', body: 'It runs', headers: { 'content-length': '7' } },
    'invalid-request',
    /127\.0\.0\.1:\d+/,
  ],
  ['an answer in one piece', json(200, { status: 'ok' }), 'invalid-request', /127\.0\.0\.1:\d+/],
  ['a page where nothing is', page(404), 'invalid-request', /127\.0\.0\.1:\d+/],
  ['a page of a gateway', page(502), 'overloaded', /502/],
  ['a page of a gateway that takes nothing so long', page(413), 'overflow', /413/],
  ['a key that it repeats', refused(401, `Wrong: ${KEY}.`), 'auth', /^Wrong: \[key\]\.$/],
  [
    'a key that it repeats in another refusal',
    refused(422, `What is ${KEY}?`),
    'invalid-request',
    /^What is \[key\]\?$/,
  ],
  ['a wrong key as a bad request', refused(400, 'Incorrect API key provided: xa***90.'), 'auth', /^Incorrect API key/],
  ['an account without money', refused(402, 'Insufficient Balance'), 'quota', /^Insufficient Balance$/],
  [
    'an account without money as a bad request',
    refused(400, 'Your credit balance is too low to access the Anthropic API.'),
    'quota',
    /credit balance/,
  ],
  [
    'a limit on the rate that speaks of billing',
    refused(429, 'Rate limit reached on requests per min. Add a payment method: https://example.test/account/billing.'),
    'rate-limit',
    /billing/,
  ],
  ['a model that is not there', refused(404, 'model: some-model'), 'invalid-request', /^model: some-model$/],
];

describe.each(PROVIDERS)('of $id a server that says', (provider) => {
  it.each(SAID)('%s', async (_, answer, kind, message) => {
    const error = await atServer(answer, (baseUrl) => errorAt(provider, { baseUrl }));
    expect(error).toMatchObject({ kind, message: expect.stringMatching(message) });
  });
});

const STATUSES: readonly (readonly [number, ModelError['kind']])[] = [
  [400, 'invalid-request'],
  [401, 'auth'],
  [402, 'quota'],
  [403, 'auth'],
  [404, 'invalid-request'],
  [408, 'network'],
  [409, 'network'],
  [413, 'overflow'],
  [422, 'invalid-request'],
  [429, 'rate-limit'],
  [500, 'overloaded'],
  [502, 'overloaded'],
  [503, 'overloaded'],
  [504, 'overloaded'],
  [529, 'overloaded'],
];

describe.each(PROVIDERS)('of $id', (provider) => {
  it.each(STATUSES)('HTTP %i is %s, and asked for once', async (status, kind) => {
    let asked = 0;
    const handle: Handler = (_, response) => {
      asked++;
      sendJson(response, status, { error: { message: 'Not now.' } });
    };
    expect(await atServer(handle, (baseUrl) => errorAt(provider, { baseUrl }))).toMatchObject({
      kind,
      message: expect.stringMatching(/^Not now\./),
    });
    expect(asked).toBe(1);
  });

  it('an address where nobody is, is named', async () => {
    const gone = await atServer(page(200), async (baseUrl) => baseUrl);
    const message = expect.stringMatching(new RegExp(`${gone}.*ECONNREFUSED`));
    expect(await errorAt(provider, { baseUrl: gone })).toMatchObject({ kind: 'network', message });
  });

  it.each(['\n', '…'])('a key with %j in it is a wrong key, and is not repeated', async (odd) => {
    const error = await atServer(page(200), (baseUrl) => errorAt(provider, { baseUrl, apiKey: `${KEY}${odd}more` }));
    expect(error).toEqual({ kind: 'auth', message: 'The API key has characters in it that no key has.' });
  });

  it('a server that sends on is not followed: nothing goes where nobody chose', async () => {
    const asked: string[] = [];
    const other = await startServer(({ headers }, response) => {
      asked.push(JSON.stringify(headers));
      response.end();
    });
    const location = `${other.url}/elsewhere?token=x`;
    const error = await atServer({ status: 307, headers: { location } }, (baseUrl) => errorAt(provider, { baseUrl }));
    await other.close();
    expect(asked).toEqual([]);
    expect(error).toMatchObject({
      kind: 'invalid-request',
      message: expect.stringMatching(/sends on to \S+\/elsewhere\. Is the base URL right/),
    });
  });

  it('a list of models that is none does not pass for a right key', async () => {
    const access = (baseUrl: string) => ({ apiKey: KEY, baseUrl });
    const never = new AbortController().signal;
    const found = await atServer(json(200, { status: 'ok' }), (url) => provider.models(access(url), never));
    expect(found).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', message: expect.stringContaining('127') },
    });
  });
});

it('what a moderation does not pass on is declined, and no fault of the key', async () => {
  const metadata = { reasons: ['violence'], flagged_input: 'Hello', provider_name: 'X' };
  const answer = refused(403, 'Your input was flagged.', { code: 403, metadata });
  const error = await atServer(answer, (baseUrl) => errorAt(openaiCompatible, { baseUrl }));
  expect(error).toMatchObject({ kind: 'refused', message: 'Your input was flagged.' });
});
