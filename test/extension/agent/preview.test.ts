/** The preview in a window: it stays true while it is shown, and is what the compaction then does. */
import { expect, it } from 'vitest';
import type { CompactionConfig } from '../../../src/core/compaction/config.ts';
import { planPin } from '../../../src/core/thread/pin.ts';
import { panelView } from '../../../src/extension/session/panel-view.ts';
import { said } from './scripted-model.ts';
import { open, threadOf, type Window } from './windows.ts';

const longAnswer = (n: number) => said(`Part ${n}: ${'the queue keeps every part in order. '.repeat(150)}`);

async function opened(
  strategy: 'extract' | 'summarize' = 'extract',
  size = 60_000,
  config: Partial<CompactionConfig> = {},
): Promise<Window> {
  const window = open({ reply: longAnswer, window: size, config: { strategy, targetTokens: 4_000, ...config } });
  for (let n = 1; n <= 8; n++) {
    await window.agent.send(`Question ${n}`);
    await window.agent.whenIdle();
  }
  await window.agent.preview();
  return window;
}

const shown = ({ session }: Window) =>
  panelView(session.state, { untitled: '', whyRefused: (code) => code, said: (message) => message }).preview;

async function pinFirst(window: Window): Promise<void> {
  const [message] = shown(window)?.unpinned.shown ?? [];
  const planned = message && planPin(threadOf(window), message.entry, true);
  if (!planned?.ok) throw new Error('nothing to pin');
  await window.session.append(planned.value);
}

it('a pin changes the preview at once, which is shown all the time', async () => {
  const window = await opened();
  const pinned = shown(window)?.unpinned.shown[0];
  const seen = new Set<boolean>();
  window.session.onDidChange(() => seen.add(shown(window) !== undefined));
  await pinFirst(window);
  await expect.poll(() => shown(window)?.pins.shown).toEqual([pinned]);
  expect([...seen]).toEqual([true]);
});

it('a setting that forbids compaction takes the preview away, and one that was closed stays closed', async () => {
  const window = await opened();
  const { settings } = window.session.state;
  window.session.configure({ ...settings, config: { ...settings.config, enabled: false } });
  await expect.poll(() => window.session.state.preview).toBeUndefined();
  window.session.configure(settings);
  await window.agent.preview();
  await pinFirst(window);
  await window.agent.answerPreview('dismiss');
  await pinFirst(window).catch(() => undefined);
  expect(shown(window)).toBeUndefined();
});

it.each(['extract', 'summarize'] as const)('says what the compaction by %s then does', async (strategy) => {
  const window = await opened(strategy);
  const preview = shown(window);
  expect((await window.agent.answerPreview('compact'))?.type).toBe('compacted');
  const compaction = threadOf(window).compactions.at(-1);
  expect(compaction?.strategy).toBe(preview?.strategy);
  expect(compaction?.tokensBefore).toBe(preview?.before.tokens);
  if (strategy === 'extract') expect(compaction?.tokensAfter).toBe(preview?.after.tokens);
});

it.each([
  // The trigger of a small window is where a request stops to fit.
  ['compacts', 60_000, {}],
  ['asks', 200_000, {}],
  ['asks', 60_000, { auto: 'ask' }],
  ['never', 60_000, { auto: false }],
] as const)('after an undo it says that Spool %s, at a window of %i with %o', async (next, size, config) => {
  const window = await opened('extract', size, config);
  expect(shown(window)?.afterUndo).toBeUndefined();
  await window.agent.answerPreview('compact');
  await window.session.undo();
  await window.agent.preview();
  expect(shown(window)?.afterUndo).toBe(next);
});
