/** Go On with Another Model…: which models are offered in place of one that is unavailable, and what each row says the switch costs. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/core/lang/result.ts';
import { append, nextId } from '../../../src/core/thread/thread.ts';
import { selectOther } from '../../../src/extension/commands/select-other.ts';
import { person } from './fake-vscode.ts';
import { type HostSetup, modelHost } from './model-context.ts';

vi.mock('vscode', async () => (await import('./fake-vscode.ts')).vscode);

const SETUP: HostSetup = {
  turns: 40,
  keys: { openai: 'secret-key', anthropic: 'secret-key' },
  answers: {
    openai: ok([
      { id: 'gpt-5.1', size: { window: 400_000 } },
      { id: 'small', size: { window: 6_000 } },
    ]),
    anthropic: ok([{ id: 'claude-sonnet-5', size: { window: 1_000_000 } }]),
    gemini: err({ kind: 'overloaded', message: 'down' }),
  },
};

beforeEach(() => {
  person.pick = () => undefined;
  person.answer = () => undefined;
});

/** The labels and details of what is offered. */
const offered = async (setup: HostSetup, prepare = (_: ReturnType<typeof modelHost>) => {}) => {
  const made = modelHost(setup);
  prepare(made);
  let rows: readonly { readonly label: string; readonly detail?: string }[] = [];
  person.pick = (items) => {
    rows = items;
    return undefined;
  };
  expect(await selectOther(made.host)).toEqual({ type: 'cancelled' });
  return rows.map(({ label, detail = '' }) => (detail === '' ? label : `${label}: ${detail}`));
};

describe('the list', () => {
  it('has the models with a key but for the present one, its provider last, and what each switch costs', async () => {
    const rows = await offered(SETUP, ({ host }) => {
      const { open } = host.session.state;
      if (!open) return;
      const said = { type: 'model', model: 'openai/gpt-5.1', id: nextId(open.thread), at: 0 } as const;
      Object.assign(open, { thread: append(open.thread, said) });
    });
    expect(rows).toEqual([
      'Anthropic',
      expect.stringMatching(/^claude-sonnet-5: sends ~[\d.]+k tokens anew · about \$\d/),
      'OpenAI',
      expect.stringMatching(/^small: takes [\d.]+k, so that the thread is compacted first$/),
      '',
      '$(list-selection) Select Model…',
    ]);
  });

  it('says what the switch sends also where the window is unknown', async () => {
    const rows = await offered({ ...SETUP, answers: { openai: ok([{ id: 'unheard-of' }]) } });
    expect(rows).toContainEqual(expect.stringMatching(/^unheard-of: window unknown · sends ~[\d.]+k tokens anew$/));
  });

  it('names the thoughts that stay behind', async () => {
    const rows = await offered(SETUP, ({ host }) => {
      const { open } = host.session.state;
      if (!open) return;
      const { thread } = open;
      const blocks = [
        { type: 'thinking', text: 'hm', signature: 's', by: 'x' },
        { type: 'redacted_thinking', data: 'd', by: 'x' },
        { type: 'text', text: 'Done.' },
      ] as const;
      Object.assign(open, {
        thread: append(thread, { type: 'message', origin: 'model', blocks, id: nextId(thread), at: 0 }),
      });
    });
    expect(rows[1]).toMatch(/ · without 2 thoughts of another model$/);
  });

  it('leads to Select Model… where there is no other', async () => {
    expect(await offered({ turns: 2 })).toEqual([
      '',
      '$(list-selection) Select Model…: No other model can be used yet. Connect one here.',
    ]);
  });
});

it('switches the thread to the model that is chosen, once', async () => {
  const { host, switched } = modelHost(SETUP);
  person.pick = () => 'claude-sonnet-5';
  expect(await selectOther(host)).toEqual({ type: 'selected', model: 'anthropic/claude-sonnet-5' });
  expect(switched).toEqual(['anthropic/claude-sonnet-5']);
});

it('does not wait for a provider that does not answer', async () => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), ms);
    return stop.signal;
  });
  try {
    const { host } = modelHost(SETUP);
    const list = host.catalog.list.bind(host.catalog);
    vi.spyOn(host.catalog, 'list').mockImplementation((provider, signal) =>
      provider === 'openai' ? new Promise(() => {}) : list(provider, signal),
    );
    let labels: readonly string[] = [];
    person.pick = (items) => {
      labels = items.map(({ label }) => label);
      return undefined;
    };
    const selecting = selectOther(host);
    await vi.advanceTimersByTimeAsync(6_000);
    await selecting;
    expect(labels).toContain('claude-sonnet-5');
    expect(labels).not.toContain('gpt-5.1');
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});
