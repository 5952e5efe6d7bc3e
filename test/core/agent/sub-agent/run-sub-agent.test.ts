/** A sub-agent hands back one answer, within its rounds, tokens and time, however its model behaves. */
import { describe, expect, it } from 'vitest';
import { checkContext } from '../../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../../src/core/thread/context.ts';
import type { Thread } from '../../../../src/core/thread/thread.ts';
import { looks, play, says } from './scripted-sub-agent.ts';

const lastWords = (request: { readonly messages: readonly { readonly blocks: readonly object[] }[] } | undefined) =>
  JSON.stringify(request?.messages.at(-1));

const resultsOf = (thread: Thread) =>
  [...thread.messages].flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'tool_result' ? block.content.map((part) => (part.type === 'text' ? part.text : '')) : [],
    ),
  );

describe('a sub-agent', () => {
  it('looks, and hands back its last reply', async () => {
    const { end, requests, looked } = await play({
      reply: (n) => (n < 3 ? looks(`c${n}`) : says('It stands in the reeds.')),
    });
    expect(end).toEqual({ type: 'done', text: 'It stands in the reeds.' });
    expect([requests.length, looked]).toEqual([3, 2]);
    expect(lastWords(requests[0])).toContain('Find the heron.');
  });

  it('that calls compact, which it is not offered, is refused as for any unknown tool', async () => {
    const replacements = [{ from: 1, to: 1, summary: 'A task.' }];
    const { thread } = await play({
      reply: (n) =>
        n === 1
          ? [
              { type: 'call', id: 'c1', name: 'compact' },
              { type: 'input', id: 'c1', json: JSON.stringify({ replacements }) },
            ]
          : says('Reeds.'),
    });
    expect(resultsOf(thread)).toEqual(['There is no tool compact. These exist: look.']);
    expect(thread.compactions).toHaveLength(0);
  });

  it('that reaches its rounds is asked once for an answer, without calls', async () => {
    const { end, requests, looked } = await play({
      reply: (n, { toolChoice }) => (toolChoice === 'none' ? says('So far: reeds.') : looks(`c${n}`, 'Looking on.')),
    });
    expect(end).toEqual({ type: 'limited', limit: 'rounds', isAnswer: true, text: 'So far: reeds.' });
    expect([requests.length, looked]).toEqual([5, 4]);
    expect(requests.map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'auto', 'auto', 'auto', 'none']);
    expect(lastWords(requests.at(-1))).toContain('your limit of 5 rounds');
  });

  it('whose model calls even then hands back what it wrote last, and nothing more is run', async () => {
    const { end, requests, looked, thread } = await play({
      reply: (n) => looks(`c${n}`, n === 4 ? 'I saw reeds.' : ''),
    });
    expect(end).toEqual({ type: 'limited', limit: 'rounds', isAnswer: false, text: 'I saw reeds.' });
    expect([requests.length, looked]).toEqual([5, 4]);
    expect(checkContext(projectContext(thread).messages)).toEqual([]);
  });

  it('never uses more tokens than its budget, and keeps enough for its answer', async () => {
    const tokens = 40_000;
    const { end, tokenBudget, sent } = await play({
      budget: { rounds: 1_000, tokens },
      seen: 'The heron stands in the reeds and waits. '.repeat(100),
      reply: (n, { toolChoice }) => (toolChoice === 'none' ? says('So far: reeds.') : looks(`c${n}`)),
    });
    expect(end).toMatchObject({ type: 'limited', limit: 'tokens', isAnswer: true });
    expect(tokenBudget.used.total).toBe(sent);
    expect(sent).toBeLessThanOrEqual(tokens);
    expect(sent).toBeGreaterThan(tokens / 3);
  });

  it('is asked for its answer in time by a server that counts five times the estimate', async () => {
    const tokens = 60_000;
    const { end, sent } = await play({
      budget: { rounds: 1_000, tokens },
      window: 400_000,
      factor: 5,
      seen: 'The heron stands in the reeds and waits. '.repeat(20),
      reply: (n, { toolChoice }) => (toolChoice === 'none' ? says('So far: reeds.') : looks(`c${n}`)),
    });
    expect(end).toEqual({ type: 'limited', limit: 'tokens', isAnswer: true, text: 'So far: reeds.' });
    expect(sent).toBeLessThanOrEqual(tokens);
  });

  it('whose answer the output limit cut says so after it', async () => {
    const { end } = await play({ reply: () => [...says('It stands in'), { type: 'end', reason: 'length' }] });
    expect(end).toEqual({ type: 'done', text: 'It stands in\n\n[The answer was cut at the output limit.]' });
  });

  it('counts the tokens itself where the server does not', async () => {
    const { end, sent } = await play({
      budget: { rounds: 1_000, tokens: 40_000 },
      reports: false,
      seen: 'The heron stands in the reeds and waits. '.repeat(100),
      reply: (n, { toolChoice }) => (toolChoice === 'none' ? says('So far.') : looks(`c${n}`)),
    });
    expect(end).toMatchObject({ type: 'limited', limit: 'tokens' });
    expect(sent).toBeLessThanOrEqual(40_000);
  });

  it('makes no request that its tokens do not cover', async () => {
    const { end, requests } = await play({ budget: { tokens: 300 }, reply: () => says('never') });
    expect(end).toEqual({ type: 'limited', limit: 'tokens', isAnswer: false, text: '' });
    expect(requests).toEqual([]);
  });

  it('whose time is over is asked for its answer in what is left', async () => {
    const work = { aborted: false };
    const { end, requests } = await play({
      work,
      answer: { aborted: false },
      reply: (n) => {
        if (n === 2) work.aborted = true;
        return n === 3 ? says('So far: reeds.') : looks(`c${n}`);
      },
    });
    expect(end).toEqual({ type: 'limited', limit: 'time', isAnswer: true, text: 'So far: reeds.' });
    expect(lastWords(requests.at(-1))).toContain('your limit of 2 minutes');
  });

  it('whose call was ended by the time is told so, and not that a person did it', async () => {
    const work = { aborted: false };
    const { end, thread } = await play({
      work,
      answer: { aborted: false },
      onLook: () => {
        work.aborted = true;
      },
      reply: (n) => (n === 1 ? looks('c1') : says('Nothing yet.')),
    });
    expect(end).toMatchObject({ type: 'limited', limit: 'time', isAnswer: true });
    const sent = JSON.stringify(projectContext(thread).messages);
    expect(sent).toContain('The time was over before this call ended.');
    expect(sent).not.toContain('person stopped');
  });

  it('that does not answer in that time either hands back its last words', async () => {
    const [work, answer] = [{ aborted: false }, { aborted: false }];
    const { end } = await play({
      work,
      answer,
      reply: (n) => {
        if (n === 2) work.aborted = true;
        if (n === 3) answer.aborted = true;
        return looks(`c${n}`, n === 1 ? 'Reeds.' : '');
      },
    });
    expect(end).toEqual({ type: 'limited', limit: 'time', isAnswer: false, text: 'Reeds.' });
  });

  it('that is stopped makes no further request', async () => {
    const stop = { aborted: false };
    const { end, requests, thread } = await play({
      stop,
      reply: (n) => {
        if (n === 2) stop.aborted = true;
        return looks(`c${n}`, 'Reeds.');
      },
    });
    expect([end.type, requests.length]).toEqual(['stopped', 2]);
    expect(checkContext(projectContext(thread).messages)).toEqual([]);
  });

  it('that says nothing is asked once more, and then has failed', async () => {
    const { end, requests } = await play({ reply: () => [] });
    expect(end).toMatchObject({ type: 'failed', text: '' });
    expect(requests).toHaveLength(2);
  });

  it.each(['auth', 'rate-limit', 'network', 'overflow'] as const)('whose model fails by %s says why', async (kind) => {
    const error = { kind, message: `the ${kind} of herons` };
    const { end } = await play({ reply: (n) => (n === 1 ? looks('c1', 'Reeds.') : [{ type: 'error', error }]) });
    expect(end).toEqual({ type: 'failed', why: `the ${kind} of herons`, text: 'Reeds.' });
  });

  it('that overflows a small window compacts by itself', async () => {
    const { end, thread } = await play({
      window: 16_000,
      budget: { rounds: 30 },
      seen: 'The heron stands in the reeds and waits for the fish.\n'.repeat(150),
      reply: (n) => (n < 25 ? looks(`c${n}`) : says('Twenty-four herons.')),
    });
    expect(end).toEqual({ type: 'done', text: 'Twenty-four herons.' });
    expect(thread.compactions.length).toBeGreaterThan(0);
    expect(JSON.stringify(projectContext(thread).messages)).toContain('Find the heron.');
  });

  it('whose task is larger than the window says so', async () => {
    const { end } = await play({ task: 'heron '.repeat(60_000), reply: () => says('never') });
    expect(end).toMatchObject({ type: 'failed', why: expect.stringContaining('does not fit') });
  });
});
