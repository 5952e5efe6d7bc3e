/** The agent of a window, with a real log on disk and a scripted model. */
import { describe, expect, it } from 'vitest';
import type { CompactOutcome } from '../../../src/extension/session/outcome.ts';
import { DISK } from '../../../src/extension/storage/disk.ts';
import { said } from './scripted-model.ts';
import { call, look, onDisk, open, outline, threadOf, type Window } from './windows.ts';

describe('a message', () => {
  it('makes a thread where none is open, names it, and is answered; all of it is on disk', async () => {
    const window = open({ reply: () => said('Hello.') });
    expect(await window.agent.send('Say hello to the queue')).toEqual({ taken: true });
    await window.agent.whenIdle();
    expect(outline(window)).toEqual(['queued', 'title', 'model', 'typed: Say hello to the queue', 'model: Hello.']);
    expect(threadOf(window)).toMatchObject({ title: 'Say hello to the queue', model: 'scripted/birch', queue: [] });
    expect((await onDisk(window)).entries).toEqual(threadOf(window).entries);
    expect(window.session.state).toMatchObject({ busy: undefined, notice: undefined, replyStream: undefined });
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
    await window.agent.whenIdle();
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
          back = (await window.agent.unqueue(threadOf(window).queue[0]?.id ?? 0))?.text;
        }
        yield* said('Done.');
      },
    });
    await window.agent.send('first');
    await window.agent.whenIdle();
    expect(back).toBe('never mind');
    expect(window.requests).toHaveLength(1);
  });

  it('is sent as it was edited and where it was moved to, each once', async () => {
    const window = open({
      reply: async function* (n) {
        if (n === 1) {
          for (const text of ['a', 'b', 'c']) await window.agent.send(text);
          const idOf = (index: number) => threadOf(window).queue[index]?.id ?? 0;
          expect(await window.agent.editQueued(idOf(1), 'b, edited')).toBe(true);
          expect(await window.agent.moveQueued(idOf(2), -1)).toBe(true);
          expect(await window.agent.moveQueued(idOf(0), -1)).toBe(false);
          expect(await window.agent.editQueued(9_999, 'nothing')).toBe(false);
        }
        yield* said('Done.');
      },
    });
    await window.agent.send('first');
    await window.agent.whenIdle();
    const typed = threadOf(window).messages.filter(({ origin }) => origin === 'typed');
    expect(typed.map(({ blocks }) => blocks[0])).toEqual(
      ['first', 'a', 'c', 'b, edited'].map((text) => ({ type: 'text', text })),
    );
    expect(threadOf(window).queue).toEqual([]);
    expect(await onDisk(window)).toMatchObject({ entries: threadOf(window).entries });
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

describe('a thread that began with a recording', () => {
  it('goes on with a model once there is one, and stays with it', async () => {
    let usual = 'replay/one';
    const window = open({ reply: (n) => said(`Reply ${n}`), usual: () => usual });
    await window.agent.send('first');
    await window.agent.whenIdle();
    expect(threadOf(window)).toMatchObject({ model: 'replay/one', isModelChosen: false });
    usual = 'scripted/birch';
    await window.agent.send('second');
    await window.agent.whenIdle();
    usual = 'scripted/other';
    await window.agent.send('third');
    await window.agent.whenIdle();
    const models = threadOf(window).messages.filter(({ origin }) => origin === 'model');
    expect(models.map(({ model }) => model)).toEqual(['replay/one', 'scripted/birch', 'scripted/birch']);
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
    await window.agent.whenIdle();
    expect(phases).toEqual(['rest', 'waiting', 'thinking', 'writing', 'tools', 'waiting', 'writing', 'rest']);
    expect(pieces).toEqual(['thinking Hm.', 'text I ', 'call {}', 'text Done.']);
    expect(window.session.state.replyStream).toBeUndefined();
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
    await window.agent.whenIdle();
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
    await window.agent.whenIdle();
    expect(window.session.state.notice).toMatchObject({
      severity: 'error',
      details: 'invalid x-api-key',
      actions: ['setApiKey', 'otherModel', 'retry', 'showRequestLog'],
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
    await window.agent.whenIdle();
    expect([...seen]).toEqual(['turn', 'retrying']);
    expect(outline(window).at(-1)).toBe('model: Whole.');
  });

  it('another model that is chosen while a call is retried ends the retries, and answers', async () => {
    let pauses = 0;
    const window: Window = open({
      reply: () =>
        threadOf(window).model === 'scripted/cedar'
          ? said('Hello.')
          : [{ type: 'error', error: { kind: 'overloaded', message: 'Overloaded' } }],
      wait: async () => {
        if (++pauses === 2) expect(await window.agent.switchModel('scripted/cedar')).toBeUndefined();
      },
    });
    await window.agent.send('hello');
    await window.agent.whenIdle();
    expect([pauses, window.requests.length]).toEqual([2, 3]);
    expect(outline(window)).toEqual(['queued', 'title', 'model', 'typed: hello', 'model', 'model: Hello.']);
    expect(window.session.state).toMatchObject({ busy: undefined, notice: undefined });
  });

  it('a compaction that was asked for during the retries is made with the other model, not cancelled', async () => {
    let pauses = 0;
    let asked: Promise<CompactOutcome> | undefined;
    const window: Window = open({
      reply: () =>
        pauses < 1 || threadOf(window).model === 'scripted/cedar'
          ? said('Well. '.repeat(400))
          : [{ type: 'error', error: { kind: 'overloaded', message: 'Overloaded' } }],
      wait: async () => {
        if (++pauses !== 2) return;
        asked = window.agent.compact({ withoutModel: true });
        expect(await window.agent.switchModel('scripted/cedar')).toBeUndefined();
      },
    });
    for (const text of ['one', 'two', 'three']) {
      await window.agent.send(text);
      await window.agent.whenIdle();
    }
    pauses = 1;
    await window.agent.send('four');
    await window.agent.whenIdle();
    expect(await asked).toMatchObject({ type: 'compacted' });
    await window.agent.whenIdle();
    expect(outline(window).at(-1)).toMatch(/^model: Well/);
  });

  it('another model that is chosen while the reply comes cuts it not', async () => {
    const window: Window = open({
      reply: async function* () {
        yield* said('Hello');
        await window.agent.switchModel('scripted/cedar');
        yield* said(', all of it.');
      },
    });
    await window.agent.send('hello');
    await window.agent.whenIdle();
    expect(window.requests).toHaveLength(1);
    expect(outline(window).at(-1)).toBe('model: Hello, all of it.');
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
    await first.agent.whenIdle();
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
    await window.agent.whenIdle();
    expect(window.errors.join()).toContain('a bug');
    expect(window.session.state.notice).toMatchObject({ severity: 'error', actions: ['continue'] });
    expect(window.session.state.busy).toBeUndefined();
  });
});
