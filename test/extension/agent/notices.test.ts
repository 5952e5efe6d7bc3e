/** Every way in which a turn can end has its words and what can be done; nothing ends in silence that should not. */
import { describe, expect, it } from 'vitest';
import type { ModelError } from '../../../src/core/agent/model-event.ts';
import type { TurnEnd } from '../../../src/core/agent/turn.ts';
import type { MessageEntry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { isUnfinished } from '../../../src/extension/agent/offer-to-continue.ts';
import { crowdedNotice } from '../../../src/extension/words/room-notice.ts';
import {
  endNotice,
  failureNotice,
  modelProblemNotice,
  unfinishedNotice,
} from '../../../src/extension/words/turn-notice.ts';
import { ENGLISH } from '../english.ts';

const NO_PARTS = { base: 0, pins: 0, message: 0, unsent: 0, round: 0, notes: 0 };
const SIZE = { tokens: 40_000, room: 30_000, window: 40_000 };

describe('the end of a turn', () => {
  it.each<TurnEnd>([{ type: 'done' }, { type: 'stopped' }, { type: 'ask', why: 'configured' }])(
    '%j needs no words',
    (end) => {
      expect(endNotice(end, ENGLISH)).toBeUndefined();
    },
  );

  it.each<[TurnEnd, string]>([
    [{ type: 'call-limit' }, 'continue'],
    [{ type: 'ask', why: 'too-large', ...SIZE }, 'compactAndRetry'],
    [{ type: 'compaction-off', why: 'switched-off', ...SIZE }, 'compactAndRetry'],
    [{ type: 'compaction-off', why: 'strategy-disabled', ...SIZE }, 'openCompactionSettings'],
    [{ type: 'output-limit', tokens: 4_096 }, 'continue'],
    [{ type: 'output-limit', tokens: undefined }, 'selectModel'],
    [{ type: 'cannot-fit', ...SIZE, by: NO_PARTS }, 'selectModel'],
    [{ type: 'write-failed', reason: 'ENOSPC' }, 'continue'],
    [{ type: 'write-failed', reason: 'held' }, 'continue'],
  ])('%j says what it is and offers %s', (end, action) => {
    const notice = endNotice(end, ENGLISH);
    expect(notice?.text).toMatch(/\.$/);
    expect(notice?.actions).toContain(action);
  });

  it.each<[ModelError['kind'], string]>([
    ['auth', 'setApiKey'],
    ['quota', 'otherModel'],
    ['rate-limit', 'retry'],
    ['overloaded', 'retry'],
    ['overflow', 'compactAndRetry'],
    ['network', 'retry'],
    ['invalid-request', 'showRequestLog'],
    ['refused', 'selectModel'],
    ['empty', 'retry'],
    ['cancelled', 'retry'],
  ])('a failure of kind %s keeps the provider’s words and offers %s', (kind, action) => {
    const notice = failureNotice({ kind, message: 'as the provider said' }, ENGLISH);
    expect(notice).toMatchObject({ severity: 'error', details: 'as the provider said' });
    expect(notice.actions).toContain(action);
    expect(failureNotice({ kind, message: '' }, ENGLISH)).not.toHaveProperty('details');
  });

  it.each([
    [
      'A web page came (HTTP 200, “Sign in”) and not the answer of an API. Is the base URL right?',
      'setAddress',
      /^A web page/,
    ],
    ['404 and a web page: Not Found', 'setAddress', /^A web page/],
    ['The model `gpt-9` does not exist or you do not have access to it.', 'selectModel', /no model of this name/],
    ['model: claude-9', 'selectModel', /no model of this name/],
    ['models/gemini-9 is not found for API version v1beta', 'selectModel', /no model of this name/],
    ['model "qwen9" not found, try pulling it first', 'selectModel', /no model of this name/],
    ['qwen/9 is not a valid model ID', 'selectModel', /no model of this name/],
    ['Please use /v1/responses instead.', 'selectModel', /Responses API/],
    ['tools.0: unknown field', 'retry', /^tools\.0: unknown field\nThe provider did not take the request/],
  ])('what the message of a refusal says comes first: %s', (message, action, text) => {
    const notice = failureNotice({ kind: 'invalid-request', message }, ENGLISH);
    expect(notice.text).toMatch(text);
    expect(notice.actions?.[0]).toBe(action);
    expect(notice.details).toBe(message);
  });

  it.each([
    ['The template of this model has no role tool.', 'The template of this model has no role tool.'],
    [
      'Provider returned error: {"error":{"message":"No role\\ntool.","code":400}}',
      'Provider returned error: No role tool.',
    ],
    ['[{"error":{"message":"a list of one"}}]', 'a list of one'],
    ['{"detail":"as FastAPI"}', 'as FastAPI'],
    ['a {brace} is no JSON', 'a {brace} is no JSON'],
    ['two\r\n  lines, &quot;quoted&quot; \u202eturned', 'two lines, "quoted" turned'],
    ['wrong key: sk-proj-abcdefghijklmnop1234567890', 'wrong key: •••'],
    ['at https://me:secret@host/v1?key=abc', 'at https://•••@host/v1?key=•••'],
    ['Authorization: Bearer abcdef.ghijkl', 'Authorization: •••'],
    ['x'.repeat(5_000), `${'x'.repeat(299)}…`],
  ])('the provider’s own sentence stands first, on one line, bounded, without keys: %.60s', (message, first) => {
    const [said, ...rest] = failureNotice({ kind: 'invalid-request', message }, ENGLISH).text.split('\n');
    expect(said).toBe(first);
    expect(rest).toEqual([expect.stringMatching(/^The provider did not take/)]);
  });

  it('a page, and words that are Spool’s own, do not stand first', () => {
    expect(failureNotice({ kind: 'overloaded', message: '<!DOCTYPE html><p>x' }, ENGLISH).text).toMatch(
      /^The provider/,
    );
    expect(failureNotice({ kind: 'empty', message: 'no text' }, ENGLISH).text).toMatch(/^The model said nothing/);
  });

  it('a refusal where no key is stored does not speak of a wrong key', () => {
    const { text, actions } = failureNotice({ kind: 'auth', message: 'Login first', isKeyless: true }, ENGLISH);
    expect(text).toMatch(/^Login first\nThe server refused a request without a key/);
    expect(actions?.[0]).toBe('setApiKey');
  });

  it('without a model says why, and where to get one', () => {
    expect(modelProblemNotice({ type: 'no-key', provider: 'Anthropic' }, ENGLISH).text).toContain('Anthropic');
    expect(modelProblemNotice({ type: 'unknown-model', model: 'x/y' }, ENGLISH).text).toContain('x/y');
    expect(modelProblemNotice({ type: 'recording-only' }, ENGLISH).actions).toEqual(['playRecording', 'selectModel']);
    expect(modelProblemNotice({ type: 'bad-url', setting: 'spool.gemini.baseUrl' }, ENGLISH).text).toContain(
      'spool.gemini.baseUrl',
    );
  });
});

it('a turn that compacts again and again says what takes the room: the largest first, and nothing that is not there', () => {
  const by = { base: 1_800, serverOverhead: 29_500, pins: 0, message: 24, round: 5_500 };
  expect(crowdedNotice(by, ENGLISH).text).toContain(
    'takes: added by the provider ~30k, the newest reply and its tool results ~5.5k, system prompt and tools ~1.8k, your newest message ~24.',
  );
});

describe('a thread that is opened', () => {
  const message = (origin: MessageEntry['origin'], more: Partial<MessageEntry> = {}): MessageEntry => ({
    type: 'message',
    id: entryId(1),
    at: 0,
    origin,
    blocks: [{ type: 'text', text: 'x' }],
    ...more,
  });
  const call = message('model', { blocks: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] });

  it.each<[string, Parameters<typeof isUnfinished>[0], boolean]>([
    ['with nothing in it', { queue: [], messages: [] }, false],
    ['that ends with a reply', { queue: [], messages: [message('typed'), message('model')] }, false],
    ['whose last reply failed half-way', { queue: [], messages: [message('model', { cut: 'failed' })] }, true],
    ['whose last reply was stopped', { queue: [], messages: [message('model', { cut: 'stopped' })] }, false],
    ['that ends with a message', { queue: [], messages: [message('typed')] }, true],
    ['that ends with results', { queue: [], messages: [call, message('tools')] }, true],
    ['that ends with a call', { queue: [], messages: [call] }, true],
    ['with a queue', { queue: [{ type: 'queued', id: entryId(2), at: 0, blocks: [] }], messages: [] }, true],
    ['that another agent left', { queue: [], messages: [message('tools', { source: 'imported' })] }, false],
  ])('%s is unfinished: %s', (_what, thread, expected) => {
    expect(isUnfinished(thread)).toBe(expected);
  });
});

it('P10 a thread that is left after a refused call does not say that the agent was at work', () => {
  expect(unfinishedNotice('unanswered', ENGLISH)).toMatchObject({
    text: 'The newest message was not answered.',
    actions: ['retry'],
  });
  expect(unfinishedNotice('unfinished', ENGLISH).text).not.toContain('at work');
  expect(unfinishedNotice('failed', ENGLISH).actions).toEqual(['retry', 'continue']);
});

describe('a request that can’t fit', () => {
  const end = { type: 'cannot-fit', tokens: 22_400, room: 12_000, window: 16_000 } as const;

  it('names the message where that is too large, and says to shorten it', () => {
    expect(endNotice({ ...end, by: { ...NO_PARTS, base: 2_000, message: 20_400 } }, ENGLISH)?.text).toBe(
      'What must stay in the context takes 22k tokens (your newest message ~20k, system prompt and tools ~2k), and the model has room for 12k in its window of 16k. Make the message shorter, or choose a model with a larger window.',
    );
  });

  it('names the system prompt and tools where these are', () => {
    expect(endNotice({ ...end, by: { ...NO_PARTS, base: 20_400, message: 2_000 } }, ENGLISH)?.text).toMatch(
      /\(system prompt and tools ~20k, your newest message ~2k\).* Choose a model with a larger window\.$/,
    );
  });

  it('names an earlier message that was not sent yet, and says how to go on', () => {
    expect(endNotice({ ...end, by: { ...NO_PARTS, base: 2_000, message: 5, unsent: 20_400 } }, ENGLISH)?.text).toBe(
      'What must stay in the context takes 22k tokens (earlier messages that were not sent yet ~20k, system prompt and tools ~2k, your newest message ~5), and the model has room for 12k in its window of 16k. Take the earlier message back or make it shorter, or choose a model with a larger window.',
    );
  });
});

it('a request that exceeds only the room beside the reply is not called larger than the window', () => {
  const end = { type: 'ask', why: 'too-large', tokens: 13_000, room: 12_000, window: 16_000 } as const;
  expect(endNotice(end, ENGLISH)?.text).toMatch(
    /^The next request takes ~13k tokens, and the model has room for 12k in its window of 16k\. /,
  );
});

it.each([
  'A web page came (HTTP 413, “413 Request Entity Too Large”) and not the answer of an API.',
  'api.example did not answer as the Claude API does: 413 and a web page (HTTP 413)',
  'Request exceeds the maximum size',
])('W18 a refusal for bytes does not speak of tokens: %s', (message) => {
  const notice = failureNotice({ kind: 'overflow', message }, ENGLISH);
  expect(notice.text).toMatch(/so many bytes\. Send fewer or smaller images/);
  expect(notice.actions).toContain('compactAndRetry');
  const tokens = failureNotice(
    { kind: 'overflow', message: 'prompt is too long: 9000 tokens > 8192 maximum' },
    ENGLISH,
  );
  expect(tokens.text).not.toContain('bytes');
});

const NOON = new Date(2026, 10, 29, 12, 0).getTime();
const HOUR = 3_600_000;

it.each<[ModelError['kind'], number | undefined, RegExp]>([
  ['quota', 3 * HOUR, /quota .* used up.* requests again in 3 hours \(3:00\sPM\)\.$/],
  ['quota', 13 * HOUR, /in 13 hours \(Mon, Nov 30, 1:00\sAM\)\.$/],
  ['quota', 50 * HOUR, /in 2 days \(Tue, Dec 1, 2:00\sPM\)\.$/],
  ['quota', 40 * 24 * HOUR, /in 40 days \(Fri, Jan 8, 2027, 12:00\sPM\)\.$/],
  ['quota', undefined, /does not say when it comes back/],
  ['rate-limit', 1.5 * HOUR, /in 90 minutes \(1:30\sPM\)\.$/],
  ['rate-limit', 41_000, /later\.$/],
  ['rate-limit', undefined, /later\.$/],
  ['overloaded', 3 * HOUR, /later\.$/],
])('%s: when it comes back after %s ms', (kind, retryAfter, text) => {
  const error = { kind, message: '', ...(retryAfter !== undefined && { retryAfter }) };
  expect(failureNotice(error, ENGLISH, NOON).text).toMatch(text);
});
