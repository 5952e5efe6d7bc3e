/** What a window follows of its own accord: the model of its thread, and threads that were left in the middle. */
import { expect, it } from 'vitest';
import { offerToContinue } from '../../../src/extension/agent/offer-to-continue.ts';
import { ENGLISH } from '../english.ts';
import { CONFIG } from '../session/long-thread.ts';
import { said } from './scripted-model.ts';
import { open, type Window } from './windows.ts';

const soon = () => new Promise((resolve) => setTimeout(resolve, 20));
const toolTokens = ({ session }: Window) => session.state.model?.base.tools ?? 0;

it('a model that can’t be looked for is none, and no fault', async () => {
  const window = open({ reply: () => said('Hello.'), finding: () => Promise.reject(new Error('not there')) });
  await soon();
  expect(window.session.state.model).toBeUndefined();
});

it('the gauge counts the tools that the settings leave', async () => {
  const window = open({ reply: () => said('Hello.') });
  await expect.poll(() => toolTokens(window)).toBeGreaterThan(0);
  const before = toolTokens(window);
  window.session.configure({
    config: { ...CONFIG, toolOutput: { ...CONFIG.toolOutput, enabled: false } },
    problems: [],
  });
  await expect.poll(() => toolTokens(window)).toBeLessThan(before);
});

it('a thread that is taken over in the middle of a turn can be gone on with', async () => {
  const first: Window = open({ reply: () => said('Hello.') });
  await first.session.create(undefined);
  await first.session.append({ type: 'queued', blocks: [{ type: 'text', text: 'left behind' }] });
  const second = open({ reply: () => said('Hello.'), root: first.root });
  const end = offerToContinue(second.session, ENGLISH);
  const id = first.session.state.open?.id ?? '';
  await second.session.open(id);
  expect(second.session.state.notice).toBeUndefined();
  await second.session.open(id, true);
  expect(second.session.state.notice?.actions).toEqual(['continue']);
  await second.agent.goOn();
  expect(second.requests).toHaveLength(1);
  end();
});
