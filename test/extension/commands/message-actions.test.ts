/** What the toolbar of a message does, over a real log and a scripted model. */
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { SAID_NOTHING } from '../../../src/core/agent/model-event.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { DraftAttachments } from '../../../src/extension/attachments/draft-attachments.ts';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import {
  compactUpTo,
  editMessage,
  pinMessage,
  restoreTo,
  retryReply,
  retryRequest,
  sendAgain,
  takeBackMessage,
} from '../../../src/extension/commands/message-actions.ts';
import type { Said } from '../../../src/extension/words/outcome-text.ts';
import { said } from '../agent/scripted-model.ts';
import { call, look, open, outline, threadOf, type Window } from '../agent/windows.ts';
import { ENGLISH } from '../english.ts';

vi.mock('vscode', () => ({
  workspace: { workspaceFolders: [], textDocuments: [] },
  window: {},
  Uri: {},
  EventEmitter: class {},
}));

const FAIL = [{ type: 'error', error: { ...SAID_NOTHING, kind: 'auth', message: '401' } }] as const;

function host(window: Window): CommandContext & { readonly said: Said[] } {
  const told: Said[] = [];
  return {
    session: window.session,
    agent: window.agent,
    store: window.store,
    attachments: new DraftAttachments(
      path.join(window.root, 'drafts'),
      () => window.session.state.open?.id,
      (error) => {
        throw error;
      },
    ),
    storage: { root: window.root, ownFolders: [] },
    l10n: ENGLISH,
    tell: (one: Said | undefined) => one && told.push(one),
    reveal: async () => undefined,
    said: told,
  } as unknown as CommandContext & { readonly said: Said[] };
}

async function send(window: Window, text: string): Promise<number> {
  await window.agent.send(text);
  await window.agent.whenIdle();
  return threadOf(window).messages.findLast(({ origin }) => origin === 'typed')?.id ?? 0;
}

const sent = (window: Window) =>
  projectContext(threadOf(window)).messages.map(
    ({ role, blocks }) =>
      `${role}: ${blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' + ')}`,
  );

describe('a message whose call failed', () => {
  const failing = () => open({ reply: (n) => (n <= 2 ? FAIL : said('Hello.')) });

  it('P2 goes with the next one until it is taken back, which leaves the later ones', async () => {
    const window = failing();
    const first = await send(window, 'one');
    await send(window, 'two');
    expect(sent(window)).toEqual(['user: one + two']);
    await takeBackMessage(host(window), first);
    expect(sent(window)).toEqual(['user: two']);
    expect(outline(window)).toContain('typed: one');
  });

  it('is taken back, and a later one stays pinned', async () => {
    const window = failing();
    const first = await send(window, 'one');
    const second = await send(window, 'two');
    await pinMessage(host(window), second, true);
    await takeBackMessage(host(window), first);
    const { messages, pins } = threadOf(window);
    expect(messages.map(({ id }) => pins.has(id))).toEqual([true]);
  });

  it('is taken back, and a later compaction of what was before it stays', async () => {
    const window = open({ reply: (n) => (n <= 6 ? said(`word${n} `.repeat(120)) : FAIL) });
    for (let n = 0; n < 6; n++) await send(window, `q${n}`);
    const last = await send(window, 'one');
    expect(await window.agent.compact({ withoutModel: true })).toMatchObject({ type: 'compacted' });
    const { tokens } = threadOf(window);
    await takeBackMessage(host(window), last);
    const { edits, tokens: after } = threadOf(window);
    expect(edits.entries.length).toBeGreaterThan(0);
    expect(after).toBeLessThan(tokens);
    expect(sent(window).join()).not.toContain('user: one');
  });

  it('is retried or taken back, and what the person did to an earlier compaction meanwhile holds', async () => {
    const half = [{ type: 'text', text: 'half' }, ...FAIL] as const;
    const window = open({ reply: (n) => (n <= 6 ? said(`word${n} `.repeat(120)) : n === 7 ? half : FAIL) });
    for (let n = 0; n < 6; n++) await send(window, `q${n}`);
    await window.agent.compact({ withoutModel: true });
    await send(window, 'one');
    const [compaction] = threadOf(window).compactions;
    if (!compaction) throw new Error('nothing was compacted');
    const edit = compaction.edits.findIndex(({ type }) => type === 'entries');
    const replacement = [{ role: 'user', blocks: [{ type: 'text', text: 'As a person says it.' }] }] as const;
    await window.session.append({ type: 'summary_edit', compaction: compaction.id, edit, replacement });
    await retryRequest(host(window));
    await window.agent.whenIdle();
    expect(sent(window).join()).toContain('As a person says it.');
    expect(sent(window).join()).not.toContain('half');
    await window.session.undo(compaction.id);
    const { tokens } = threadOf(window);
    const last = threadOf(window).messages.findLast(({ origin }) => origin === 'typed');
    await takeBackMessage(host(window), last?.id ?? 0);
    expect(threadOf(window).undone).toEqual(new Set([compaction.id]));
    expect(threadOf(window).tokens).toBeGreaterThan(tokens - 50);
    expect(sent(window).join()).not.toContain('user: one');
  });

  it('is retried once: a press that comes after the answer makes no call', async () => {
    let calls = 0;
    const window = open({ reply: () => (++calls === 1 ? FAIL : said('Hello.')) });
    await send(window, 'one');
    await retryRequest(host(window));
    await window.agent.whenIdle();
    const before = sent(window);
    await retryRequest(host(window));
    await window.agent.whenIdle();
    expect(calls).toBe(2);
    expect(sent(window)).toEqual(before);
  });

  it('is sent again as it is', async () => {
    const window = failing();
    await send(window, 'one');
    await sendAgain(host(window));
    await sendAgain(host(window));
    expect(sent(window)).toEqual(['user: one', 'assistant: Hello.']);
    await sendAgain(host(window));
    expect(window.requests).toHaveLength(3);
  });

  it('is edited: the thread is as before it, and its text is for the draft', async () => {
    const window = failing();
    const first = await send(window, 'one');
    expect(await editMessage(host(window), first)).toEqual({ text: 'one' });
    expect(sent(window)).toEqual([]);
  });

  it('is not taken back once it was answered, nor where there is none such', async () => {
    const window = open({ reply: () => said('Hello.') });
    const first = await send(window, 'one');
    const before = outline(window);
    await takeBackMessage(host(window), first);
    await takeBackMessage(host(window), 99);
    await sendAgain(host(window));
    expect(outline(window)).toEqual(before);
  });
});

describe('an answered message', () => {
  it('is edited, and the restore can be undone', async () => {
    const window = open({ reply: (n) => said(`Reply ${n}`) });
    await send(window, 'one');
    const second = await send(window, 'two');
    const context = host(window);
    expect(await editMessage(context, second)).toEqual({ text: 'two' });
    expect(sent(window)).toEqual(['user: one', 'assistant: Reply 1']);
    expect(context.said).toMatchObject([{ offer: 'undo-restore' }]);
  });

  it('is edited with what was attached to it, which is attached to the draft again', async () => {
    const window = open({ reply: (n) => said(`Reply ${n}`) });
    const shot = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const;
    const file = { type: 'attachment', kind: 'file', name: 'a.ts', text: 'const a = 1;' } as const;
    await window.agent.send('what is this?', [shot, file]);
    await window.agent.whenIdle();
    const message = threadOf(window).messages.find(({ origin }) => origin === 'typed');
    const context = host(window);
    expect(await editMessage(context, message?.id ?? 0)).toEqual({ text: 'what is this?' });
    expect((await context.attachments.load()).map(({ block }) => block)).toEqual([shot, file]);
  });

  it('is compacted up to after a preview, also far below the target, and the later ones stay', async () => {
    const window = open({
      reply: (n) =>
        said(n <= 3 ? `Reply ${n} of the model. `.repeat(300) : '<summary>The person asked for one.</summary>'),
    });
    const ids = [];
    for (const text of ['one', 'two', 'three']) ids.push(await send(window, text));
    const context = host(window);
    await compactUpTo(context, ids[1] ?? 0);
    expect(threadOf(window).compactions).toHaveLength(0);
    const { preview } = window.session.state.preview ?? {};
    expect(preview?.parts.map(({ turns }) => turns)).toEqual([1, 2]);
    expect(preview?.chosen).toEqual({ label: 'two', goes: false });
    await pinMessage(context, ids[2] ?? 0, true);
    await vi.waitFor(() => expect(window.session.state.preview?.preview.pins.shown).toHaveLength(1));
    expect(window.session.state.preview?.preview.parts.map(({ turns }) => turns)).toEqual([1, 2]);
    const outcome = await window.agent.answerPreview('compact');
    expect(outcome?.type).toBe('compacted');
    expect(threadOf(window).edits.entries).toHaveLength(1);
    expect(sent(window).join()).toMatch(/two.*three/s);
    expect(sent(window).join()).not.toContain('Reply 1 of');
  });

  it('is the first one that stays, and a reply the last one that goes; the preview names it', async () => {
    const window = open({
      reply: (n) => said(`Reply ${n} of the model. `.repeat(300)),
      config: { strategy: 'extract' },
    });
    const ids = [];
    for (const text of ['one', 'two', 'three']) ids.push(await send(window, text));
    await compactUpTo(host(window), (ids[1] ?? 0) + 1);
    expect(window.session.state.preview?.preview.chosen).toEqual({
      label: expect.stringMatching(/^Reply 2 of the model\./),
      goes: true,
    });
    await pinMessage(host(window), (ids[1] ?? 0) + 1, true);
    await vi.waitFor(() => expect(window.session.state.preview?.preview.chosen).toMatchObject({ goes: false }));
    await pinMessage(host(window), (ids[1] ?? 0) + 1, false);
    await compactUpTo(host(window), ids[1] ?? 0);
    expect(window.session.state.preview?.preview.chosen).toEqual({ label: 'two', goes: false });
    await window.agent.answerPreview('compact');
    expect(sent(window).join()).toMatch(/ two,assistant: Reply 2 of.*user: three/s);
  });

  it('has its reply tried again', async () => {
    const window = open({ reply: (n) => said(`Reply ${n}`) });
    await send(window, 'one');
    await retryReply(host(window));
    expect(sent(window)).toEqual(['user: one', 'assistant: Reply 2']);
    expect(outline(window)).toContain('model: Reply 1');
  });

  it('restores the thread once where Retry is pressed twice', async () => {
    const window = open({ reply: (n) => said(`Reply ${n}`) });
    await send(window, 'one');
    const context = host(window);
    await Promise.all([retryReply(context), retryReply(context)]);
    await window.agent.whenIdle();
    expect(outline(window).filter((line) => line.startsWith('restore'))).toHaveLength(1);
    expect(sent(window)).toEqual(['user: one', 'assistant: Reply 2']);
  });

  it('is restored to right after it, or after the results of its calls', async () => {
    const window = open({ reply: (n) => (n === 1 ? call('c1') : said(`Reply ${n}`)), tools: [look()] });
    await send(window, 'one');
    const [, withCalls, results, reply] = threadOf(window).messages;
    await send(window, 'two');
    await restoreTo(host(window), reply?.id ?? 0);
    expect(threadOf(window).messages.at(-1)?.id).toBe(reply?.id);
    await restoreTo(host(window), withCalls?.id ?? 0);
    expect(threadOf(window).messages.at(-1)?.id).toBe(results?.id);
    const before = outline(window);
    await restoreTo(host(window), 99_999);
    expect(outline(window)).toEqual(before);
  });

  it('is pinned and let go, once each', async () => {
    const window = open({ reply: () => said('Hello.') });
    const first = await send(window, 'one');
    await pinMessage(host(window), first, true);
    await pinMessage(host(window), first, true);
    expect([...threadOf(window).pins]).toEqual([first]);
    await pinMessage(host(window), first, false);
    expect(threadOf(window).pins.size).toBe(0);
    expect(outline(window).filter((line) => line === 'pin')).toHaveLength(2);
  });
});

it('a reply that the end of its window cuts was not stopped by the person', async () => {
  const window: Window = open({
    reply: async function* (_n, _request, signal) {
      yield { type: 'text', text: 'Half of' } as const;
      await new Promise((resolve) => (signal as AbortSignal).addEventListener('abort', resolve));
      yield { type: 'error', error: { kind: 'cancelled', message: '' } } as const;
    },
  });
  await window.agent.send('one');
  await expect.poll(() => window.session.state.replyStream !== undefined).toBe(true);
  await window.agent.close();
  expect(threadOf(window).messages.at(-1)).toMatchObject({ origin: 'model', cut: 'closed' });
});
