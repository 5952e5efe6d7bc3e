/** What a window follows of its own accord: the model of its thread, and threads that were left in the middle. */
import { describe, expect, it } from 'vitest';
import { offerToContinue } from '../../../src/extension/agent/offer-to-continue.ts';
import { ENGLISH } from '../english.ts';
import { CONFIG } from '../session/long-thread.ts';
import { said } from './scripted-model.ts';
import { call, look, open, outline, type Window } from './windows.ts';

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
  const end = offerToContinue(
    second.session,
    ENGLISH,
    () => true,
    () => expect.unreachable('there is no question'),
  );
  const id = first.session.state.open?.id ?? '';
  await second.session.open(id);
  expect(second.session.state.notice).toBeUndefined();
  await second.session.open(id, true);
  expect(second.session.state.notice?.actions).toEqual(['continue']);
  await second.agent.goOn();
  expect(second.requests).toHaveLength(1);
  end();
});

describe('a question that was open when its window was closed', () => {
  /** The id of a thread whose only call waits for a person, in a window that is gone. */
  async function leftAsking(): Promise<{ readonly id: string; readonly root: string }> {
    const asking = look(async (_input, { signal }) => {
      await first.session.append({ type: 'permission', call: 'c1', state: 'asked' });
      await new Promise((resolve) => (signal as AbortSignal).addEventListener('abort', resolve));
      return { content: [] };
    });
    const first: Window = open({ reply: () => call('c1'), tools: [asking] });
    await first.session.create(undefined);
    await first.agent.send('Look.');
    await expect.poll(() => first.session.state.open?.thread.openQuestions.has('c1')).toBe(true);
    await first.session.closeLog();
    await first.agent.close();
    return { id: first.session.state.open?.id ?? '', root: first.root };
  }

  it('is asked again by itself, once, and its call is not done before the answer', async () => {
    const { id, root } = await leftAsking();
    let asked = 0;
    const again = look(async () => {
      asked++;
      return { content: [{ type: 'text', text: 'seen' }] };
    });
    const second: Window = open({ reply: () => said('I saw it.'), root, tools: [again] });
    const end = offerToContinue(
      second.session,
      ENGLISH,
      ({ workspace }) => workspace === undefined,
      () => void second.agent.goOn(),
    );
    await second.session.open(id);
    await expect.poll(() => outline(second).at(-1)).toBe('model: I saw it.');
    expect(asked).toBe(1);
    expect(second.requests).toHaveLength(1);
    expect(JSON.stringify(second.requests[0])).not.toContain('The window was closed before this call ended');
    end();
  });

  it('is not asked in a window of another workspace, which offers to go on', async () => {
    const { id, root } = await leftAsking();
    const second = open({ reply: () => said('no'), root });
    const end = offerToContinue(
      second.session,
      ENGLISH,
      () => false,
      () => expect.unreachable('it is not to be asked here'),
    );
    await second.session.open(id);
    expect(second.session.state.notice?.actions).toEqual(['continue']);
    expect(second.requests).toEqual([]);
    end();
  });
});
