/** How threads are compacted in a window: by themselves, when asked, and as the person answers. */
import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/core/lang/result.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import type { Busy } from '../../../src/core/protocol/panel-state.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { said } from './scripted-model.ts';
import { call, look, onDisk, open, outline, threadOf, type Window } from './windows.ts';

const longAnswer = (n: number) => said(`Part ${n}: ${'the queue keeps every part in order. '.repeat(150)}`);

async function talk(window: Window, turns: number): Promise<void> {
  for (let n = 1; n <= turns; n++) {
    await window.agent.send(`Question ${n}`);
    await window.agent.whenIdle();
  }
}

describe('compaction', () => {
  it('R23 R27 R31 makes room by itself before a message is sent, and the message is in no summary', async () => {
    const window = open({ reply: longAnswer, window: 12_000, config: { strategy: 'extract' } });
    await talk(window, 14);
    const thread = threadOf(window);
    expect(thread.compactions.length).toBeGreaterThan(0);
    for (const { messages } of window.requests) expect(checkContext(messages)).toEqual([]);
    expect(window.logged.map(({ type }) => type)).toContain('compacted');
    for (let n = 1; n <= 14; n++) {
      const request = window.requests.find(({ messages }) =>
        JSON.stringify(messages.at(-1)).includes(`Question ${n}"`),
      );
      expect(request, `Question ${n}`).toBeDefined();
    }
    expect(projectContext(await onDisk(window))).toEqual(projectContext(thread));
  });

  it('asked for while a turn runs, waits for the round and then goes on', async () => {
    let outcome: Promise<{ type: string }> | undefined;
    const window: Window = open({
      tools: [look()],
      window: 60_000,
      config: { strategy: 'extract', targetTokens: 4_000 },
      reply: async function* (n) {
        if (n <= 8) return yield* longAnswer(n);
        if (n === 9) {
          outcome = window.agent.compact();
          return yield* call('a');
        }
        yield* said('Done.');
      },
    });
    await talk(window, 9);
    expect((await outcome)?.type).toBe('compacted');
    expect(outline(window).slice(-4)).toEqual([
      'tools: tool_result',
      'compaction',
      'program: please continue',
      'model: Done.',
    ]);
  });

  it('R39 asks first where the settings say so: the card, then the person’s answer; the message waits in the log', async () => {
    const window = open({ reply: longAnswer, window: 12_000, config: { strategy: 'extract', auto: 'ask' } });
    let asked = 0;
    for (let n = 1; n <= 14 && asked === 0; n++) {
      await window.agent.send(`Question ${n}`);
      await window.agent.whenIdle();
      if (window.session.state.preview?.preview.why === 'ask') asked = n;
    }
    const { preview } = window.session.state.preview ?? {};
    expect(preview).toMatchObject({ why: 'ask', strategy: 'extract' });
    expect(preview?.after.tokens).toBeLessThan(preview?.before.tokens ?? 0);
    expect(preview?.price?.savedPerCall).toBeGreaterThan(0);
    expect(threadOf(window).queue).toHaveLength(1);
    await window.agent.answerPreview('dismiss');
    expect(window.session.state).toMatchObject({ preview: undefined, notice: { actions: ['previewCompaction'] } });
    await window.agent.preview();
    expect(window.session.state.preview?.preview.why).toBe('ask');
    await window.agent.answerPreview('compact');
    await window.agent.whenIdle();
    expect(threadOf(window).queue).toHaveLength(0);
    expect(threadOf(window).compactions).toHaveLength(1);
    expect(outline(window).at(-2)).toBe(`typed: Question ${asked}`);
  });

  it.each(['extract', 'summarize'] as const)('a second press while it runs is the same wish: %s', async (strategy) => {
    const window = open({ reply: longAnswer, window: 60_000, config: { strategy } });
    for (let n = 1; n <= 6; n++) {
      await window.agent.send(`Question ${n}`);
      await window.agent.whenIdle();
    }
    const [first, second] = await Promise.all([window.agent.compact(), window.agent.compact()]);
    expect(first.type).toBe('compacted');
    expect(second).toEqual(first);
    expect(threadOf(window).compactions).toHaveLength(1);
    expect(await window.agent.compact()).toMatchObject({ type: 'unchanged' });
    await window.agent.preview(threadOf(window).messages.at(-1)?.id);
    await Promise.all([window.agent.answerPreview('compact'), window.agent.answerPreview('compact')]);
    expect(threadOf(window).compactions.length).toBeLessThanOrEqual(2);
    const before = outline(window).length;
    expect(await window.agent.answerPreview('without')).toBeUndefined();
    await window.agent.whenIdle();
    expect(outline(window)).toHaveLength(before);
  });

  it('sends as it is where the person says so', async () => {
    const window = open({
      reply: longAnswer,
      window: 12_000,
      config: { strategy: 'extract', auto: 'ask', thresholdRatio: 0.5 },
    });
    for (let n = 1; n <= 14 && window.session.state.preview?.preview.why !== 'ask'; n++) {
      await window.agent.send(`Question ${n}`);
      await window.agent.whenIdle();
    }
    await window.agent.answerPreview('without');
    await window.agent.whenIdle();
    expect(threadOf(window).queue).toHaveLength(0);
    expect(threadOf(window).compactions).toHaveLength(0);
  });

  it('asks the thread’s model for a summary when a person compacts, with their instructions', async () => {
    const window = open({
      window: 60_000,
      config: { strategy: 'summarize', targetTokens: 4_000 },
      reply: (n, { messages }) =>
        JSON.stringify(messages.at(-1)).includes('keep the order')
          ? said('<retain>The order.</retain><summary>The queue was talked about.</summary>')
          : longAnswer(n),
    });
    await talk(window, 8);
    const shown: (Busy | undefined)[] = [];
    window.session.onDidChange(({ busy }) => shown.push(busy));
    const outcome = await window.agent.compact({ instructions: 'keep the order' });
    const steps = expect.arrayContaining([expect.objectContaining({ kind: 'summarize' })]);
    expect(shown).toContainEqual(expect.objectContaining({ compaction: expect.objectContaining({ steps }) }));
    expect(shown.at(-1)).toBeUndefined();
    expect(outcome.type).toBe('compacted');
    expect(threadOf(window).compactions.at(-1)).toMatchObject({ strategy: 'summarize', model: 'scripted/birch' });
    expect(JSON.stringify(projectContext(threadOf(window)))).toContain('The queue was talked about.');
  });

  it.each([
    ['by itself', 12_000, undefined],
    ['when a person asks', 60_000, 'keep the order'],
  ])('R57 lets the provider compact %s, and sends its block back first', async (_, size, instructions) => {
    const asked: (string | undefined)[] = [];
    const window = open({
      window: size,
      config: { strategy: 'native', targetTokens: 4_000 },
      reply: longAnswer,
      compact: async (request) => {
        asked.push(request.instructions);
        return ok({ data: { n: asked.length }, text: 'It was talked about.', usage: tokenUsage({ output: 90 }) });
      },
    });
    await talk(window, 8);
    if (instructions !== undefined) await window.agent.compact({ instructions });
    const trigger = instructions === undefined ? 'auto' : 'manual';
    expect(threadOf(window).compactions.at(-1)).toMatchObject({ trigger, strategy: 'native', usage: { output: 90 } });
    expect(asked.at(-1)?.split(': ').at(-1)).toBe(instructions);
    await talk(window, 1);
    const block = { type: 'native', by: 'scripted/birch', data: { n: asked.length } };
    expect(window.requests.at(-1)?.messages[0]?.blocks[0]).toMatchObject(block);
  });

  it('says that instructions were not followed where no model writes a summary', async () => {
    const window = open({
      reply: () => said('x'.repeat(4_000)),
      config: { strategy: 'truncate', targetTokens: 1_000 },
    });
    for (const text of ['one', 'two', 'three', 'four']) {
      await window.agent.send(text);
      await window.agent.whenIdle();
    }
    expect(await window.agent.compact({ instructions: 'keep one' })).toMatchObject({ type: 'compacted', unused: {} });
    expect((await onDisk(window)).compactions.at(-1)).toMatchObject({ unusedInstructions: 'keep one' });
  });

  it('again by other instructions puts the old one back where the new one can’t be had', async () => {
    let fails = false;
    const window = open({
      window: 60_000,
      config: { strategy: 'summarize', targetTokens: 4_000 },
      reply: (n, { toolChoice }) =>
        toolChoice === 'auto'
          ? longAnswer(n)
          : fails
            ? [{ type: 'error', error: { kind: 'invalid-request', message: 'no' } }]
            : said('<summary>The queue was talked about.</summary>'),
    });
    await talk(window, 8);
    await window.agent.compact();
    const before = JSON.stringify(projectContext(threadOf(window)));
    const id = threadOf(window).compactions[0]?.id ?? 0;
    fails = true;
    expect((await window.agent.compactAgain(id, 'shorter')).type).toBe('summary-failed');
    expect(JSON.stringify(projectContext(threadOf(window)))).toBe(before);
    fails = false;
    expect((await window.agent.compactAgain(id, 'shorter')).type).toBe('compacted');
    expect([...threadOf(window).undone]).toEqual([id]);
  });

  it('shows none of a reply that was refused as too long in the one that comes after it', async () => {
    const message = 'prompt is too long: 20000 tokens > 16000 maximum';
    const window = open({
      window: 60_000,
      config: { strategy: 'extract' },
      reply: (n) =>
        n === 9
          ? [
              { type: 'text', text: 'half' },
              { type: 'error', error: { kind: 'overflow', message } },
            ]
          : longAnswer(n),
    });
    const replies = new Map<number, string>();
    window.agent.progress.onPieces(({ reply, pieces }) =>
      replies.set(reply, (replies.get(reply) ?? '') + pieces.map(({ text }) => text).join('')),
    );
    await talk(window, 9);
    const last = [...replies.values()].at(-1);
    expect(last).toContain('Part 10');
    expect(last).not.toContain('half');
  });

  it('learns a model’s limit from its refusal, and keeps it for other threads', async () => {
    const window = open({
      window: 60_000,
      config: { strategy: 'extract' },
      reply: (n) =>
        n === 9
          ? [
              {
                type: 'error',
                error: { kind: 'overflow', message: 'prompt is too long: 20000 tokens > 16000 maximum' },
              },
            ]
          : longAnswer(n),
    });
    await talk(window, 9);
    expect(JSON.stringify([...window.memory])).toContain('"limit":16000,"below":60000');
    expect(window.session.state.model?.learned.limit).toBe(16_000);
    expect(outline(window).at(-1)).toContain('model: Part 10');
  });
});
