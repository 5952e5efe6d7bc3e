/** The agent of a window, with a real log on disk and a scripted model. */
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import type { Tool } from '../../../src/core/agent/ports.ts';
import { ok } from '../../../src/core/lang/result.ts';
import { checkThread } from '../../../src/core/thread/check.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { tokenUsage } from '../../../src/core/tokens/usage.ts';
import { DISK } from '../../../src/extension/storage/disk.ts';
import { openWindow, type Script, said } from './scripted-speaker.ts';

type Window = ReturnType<typeof openWindow>;
const windows: Window[] = [];
afterEach(async () => {
  for (const window of windows.splice(0)) await window.close();
});

function open(script: Script): Window {
  const window = openWindow(script);
  windows.push(window);
  return window;
}

const threadOf = ({ session }: Window) => {
  const { open } = session.state;
  if (!open) throw new Error('no thread is open');
  return open.thread;
};
const outline = (window: Window) =>
  threadOf(window).entries.map((entry) => {
    if (entry.type !== 'message') return entry.type;
    const texts = entry.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [block.type]));
    return `${entry.origin}: ${texts.filter((text) => text !== 'checkpoint').join(' + ')}`;
  });

async function onDisk({ store, session }: Window) {
  return replay((await store.read(session.state.open?.id ?? '')).entries);
}

const call = (id: string): readonly ModelEvent[] => [
  { type: 'call', id, name: 'look' },
  { type: 'input', id, json: '{}' },
];
const look = (run: Tool['run'] = async () => ({ content: [{ type: 'text', text: 'seen' }] })): Tool => ({
  name: 'look',
  description: 'Looks.',
  inputSchema: { type: 'object' },
  run,
});

describe('a message', () => {
  it('makes a thread where none is open, names it, and is answered; all of it is on disk', async () => {
    const window = open({ reply: () => said('Hello.') });
    expect(await window.agent.send('Say hello to the queue')).toEqual({ taken: true });
    await window.agent.rest();
    expect(outline(window)).toEqual(['queued', 'title', 'model', 'typed: Say hello to the queue', 'model: Hello.']);
    expect(threadOf(window)).toMatchObject({ title: 'Say hello to the queue', model: 'scripted/birch', queue: [] });
    expect((await onDisk(window)).entries).toEqual(threadOf(window).entries);
    expect(window.session.state).toMatchObject({ busy: undefined, notice: undefined, live: undefined });
  });

  it('R29 is queued while the agent works, and sent when the round is over, in order', async () => {
    const window: Window = open({
      reply: async function* (n) {
        if (n > 1) return yield* said(`Reply ${n}`);
        await window.agent.send('second');
        await window.agent.send('third');
        yield* said('Reply 1');
      },
    });
    await window.agent.send('first');
    await window.agent.rest();
    expect(outline(window).filter((line) => /^(typed|model:)/.test(line))).toEqual([
      'typed: first',
      'model: Reply 1',
      'typed: second',
      'typed: third',
      'model: Reply 2',
    ]);
  });

  it('can be taken back while it waits', async () => {
    let back: string | undefined;
    const window: Window = open({
      reply: async function* (n) {
        if (n === 1) {
          await window.agent.send('never mind');
          back = await window.agent.unqueue(threadOf(window).queue[0]?.id ?? 0);
        }
        yield* said('Done.');
      },
    });
    await window.agent.send('first');
    await window.agent.rest();
    expect(back).toBe('never mind');
    expect(window.requests).toHaveLength(1);
  });

  it('case 27: stays the person’s where the disk refuses it', async () => {
    const full = { ...DISK };
    const window = open({ reply: () => said('Hello.'), disk: full });
    await window.session.create(undefined);
    full.open = async () => {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    };
    await window.session.open(window.session.state.open?.id ?? '', true);
    const sent = await window.agent.send('hello');
    if (sent.taken) expect(await onDisk(window)).toMatchObject({ entries: threadOf(window).entries });
    else expect(sent.why).not.toBe('');
  });
});

describe('a turn', () => {
  it('shows its phases and the reply as it is written, and nothing of either afterwards', async () => {
    const window = open({
      tools: [look()],
      reply: (n) =>
        n === 1 ? [{ type: 'thinking', text: 'Hm.' }, { type: 'text', text: 'I ' }, ...call('a')] : said('Done.'),
    });
    const phases: string[] = [];
    const pieces: string[] = [];
    window.session.onDidChange(({ busy }) => {
      const phase = busy?.type === 'turn' ? busy.phase : (busy?.type ?? 'rest');
      if (phases.at(-1) !== phase) phases.push(phase);
    });
    window.agent.progress.onPieces((told) => pieces.push(...told.pieces.map(({ type, text }) => `${type} ${text}`)));
    await window.agent.send('go');
    await window.agent.rest();
    expect(phases).toEqual(['rest', 'waiting', 'thinking', 'writing', 'tools', 'waiting', 'writing', 'rest']);
    expect(pieces).toEqual(['thinking Hm.', 'text I ', 'call {}', 'text Done.']);
    expect(window.session.state.live).toBeUndefined();
  });

  it('keeps what was written when it is stopped, marked as such, and goes on when asked', async () => {
    const window: Window = open({
      reply: async function* (n) {
        if (n > 1) return yield* said('The rest.');
        yield { type: 'text', text: 'Half a ' };
        window.agent.stop();
        yield { type: 'text', text: 'reply' };
      },
    });
    await window.agent.send('write');
    await window.agent.rest();
    expect(threadOf(window).messages.at(-1)).toMatchObject({ origin: 'model', cut: 'stopped' });
    expect(window.session.state.notice).toBeUndefined();
    await window.agent.goOn();
    expect(outline(window).slice(-2)).toEqual(['program: please continue', 'model: The rest.']);
  });

  it('tells a failure in plain words, with the provider’s own below, and sends once more when asked', async () => {
    const window = open({
      reply: (n) =>
        n === 1 ? [{ type: 'error', error: { kind: 'auth', message: 'invalid x-api-key' } }] : said('Hello.'),
    });
    await window.agent.send('hello');
    await window.agent.rest();
    expect(window.session.state.notice).toMatchObject({
      severity: 'error',
      details: 'invalid x-api-key',
      actions: ['setApiKey', 'selectModel', 'showRequestLog'],
    });
    await window.agent.goOn();
    expect(outline(window).filter((line) => line.startsWith('typed'))).toEqual(['typed: hello']);
    expect(outline(window).at(-1)).toBe('model: Hello.');
    expect(window.session.state.notice).toBeUndefined();
  });

  it('retries what may pass, with the countdown shown, and voids what was streamed before', async () => {
    const window = open({
      reply: (n) =>
        n === 1
          ? [
              { type: 'text', text: 'half' },
              { type: 'error', error: { kind: 'overloaded', message: 'Overloaded' } },
            ]
          : said('Whole.'),
    });
    const seen = new Set<string>();
    window.session.onDidChange(({ busy }) => busy && seen.add(busy.type));
    await window.agent.send('hello');
    await window.agent.rest();
    expect([...seen]).toEqual(['turn', 'retrying']);
    expect(outline(window).at(-1)).toBe('model: Whole.');
  });

  it('does no call twice that a killed window had begun', async () => {
    let finish = () => {};
    let ran = 0;
    const first: Window = open({
      tools: [
        look(async () => {
          ran++;
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
          return { content: [] };
        }),
      ],
      reply: () => call('a'),
    });
    await first.agent.send('go');
    await expect.poll(() => ran).toBe(1);
    const { id } = first.session.state.open ?? { id: '' };
    const second = open({ root: first.root, tools: [look()], reply: () => said('Back.') });
    await second.session.open(id, true);
    await second.agent.goOn();
    const results = threadOf(second).messages.filter(({ origin }) => origin === 'tools');
    expect(JSON.stringify(results)).toContain('The window was closed before this call ended');
    expect(outline(second).at(-1)).toBe('model: Back.');
    const written = threadOf(second).entries.length;
    finish();
    await first.agent.rest();
    expect((await onDisk(second)).entries).toHaveLength(written);
    expect(first.session.state.notice?.text).toContain('Another window');
  });

  it('says so where a fault of ours ends it', async () => {
    const window = open({
      reply: () => {
        throw new Error('a bug');
      },
    });
    await window.agent.send('hello');
    await window.agent.rest();
    expect(window.errors.join()).toContain('a bug');
    expect(window.session.state.notice).toMatchObject({ severity: 'error', actions: ['continue'] });
    expect(window.session.state.busy).toBeUndefined();
  });
});

const longAnswer = (n: number) => said(`Part ${n}: ${'the queue keeps every part in order. '.repeat(150)}`);

async function talk(window: Window, turns: number): Promise<void> {
  for (let n = 1; n <= turns; n++) {
    await window.agent.send(`Question ${n}`);
    await window.agent.rest();
  }
}

describe('compaction', () => {
  it('R23 R27 R31 makes room by itself before a message is sent, and the message is in no summary', async () => {
    const window = open({ reply: longAnswer, window: 12_000, config: { strategy: 'extract' } });
    await talk(window, 14);
    const thread = threadOf(window);
    expect(thread.compactions.length).toBeGreaterThan(0);
    for (const { messages } of window.requests) expect(checkThread(messages)).toEqual([]);
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
      await window.agent.rest();
      if (window.session.state.preview?.preview.why === 'ask') asked = n;
    }
    const { preview } = window.session.state.preview ?? {};
    expect(preview).toMatchObject({ why: 'ask', strategy: 'extract' });
    expect(preview?.tokensAfter).toBeLessThan(preview?.tokensBefore ?? 0);
    expect(preview?.price?.savedPerCall).toBeGreaterThan(0);
    expect(threadOf(window).queue).toHaveLength(1);
    await window.agent.answerPreview('compact');
    await window.agent.rest();
    expect(threadOf(window).queue).toHaveLength(0);
    expect(threadOf(window).compactions).toHaveLength(1);
    expect(outline(window).at(-2)).toBe(`typed: Question ${asked}`);
  });

  it('sends as it is where the person says so', async () => {
    const window = open({
      reply: longAnswer,
      window: 12_000,
      config: { strategy: 'extract', auto: 'ask', thresholdRatio: 0.5 },
    });
    for (let n = 1; n <= 14 && window.session.state.preview?.preview.why !== 'ask'; n++) {
      await window.agent.send(`Question ${n}`);
      await window.agent.rest();
    }
    await window.agent.answerPreview('without');
    await window.agent.rest();
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
    const outcome = await window.agent.compact({ instructions: 'keep the order' });
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
    expect(JSON.stringify([...window.memory])).toContain('"limit":16000');
    expect(window.session.state.model?.learned.limit).toBe(16_000);
    expect(outline(window).at(-1)).toContain('model: Part 10');
  });
});
