/** Select Model…: what is shown of each, what can be done where a provider can't be used, and the warning before a switch. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/core/lang/result.ts';
import { groupItems, type ModelGroup } from '../../../src/extension/commands/model-items.ts';
import { selectModel } from '../../../src/extension/commands/select-model.ts';
import { describeModel } from '../../../src/extension/models/listed-model.ts';
import { ENGLISH } from '../english.ts';
import { person } from './fake-vscode.ts';
import { type HostSetup, modelHost } from './model-context.ts';

const NOW = Date.UTC(2026, 10, 28);
type Listed = readonly [...Parameters<typeof describeModel>] extends readonly [infer P, infer I, number]
  ? [P, I]
  : never;

vi.mock('vscode', async () => (await import('./fake-vscode.ts')).vscode);

const context = { current: undefined, contextWindows: {}, l10n: ENGLISH };
const OPENAI: HostSetup = {
  keys: { openai: 'secret-key' },
  answers: {
    openai: ok([
      { id: 'gpt-5.1', size: { window: 400_000 } },
      { id: 'small', size: { window: 6_000 } },
    ]),
  },
};

beforeEach(() => {
  person.pick = () => undefined;
  person.type = () => undefined;
  person.answer = () => undefined;
});

describe('a row', () => {
  const rowOf = (...[provider, info]: Listed) =>
    groupItems({ provider, models: ok([describeModel(provider, info, NOW)]) }, context)[0];

  it.each<[Listed, string, string, string]>([
    [
      [
        'anthropic',
        { id: 'claude-haiku-5-5', name: 'Claude Haiku 5.5', size: { window: 1_000_000 }, takesTools: true },
      ],
      'Claude Haiku 5.5',
      'claude-haiku-5-5',
      '1M window · $0.10 in, $0.50 out per million tokens (list price, 2026-11-28), more above 100k · images · tools',
    ],
    [
      ['vscode-lm', { id: 'copilot/gpt-4o', name: 'GPT-4o', size: { maxInput: 64_000 }, takesImages: true }],
      'GPT-4o',
      'copilot/gpt-4o',
      '64k window · images · tools',
    ],
    [['openai-compatible', { id: 'qwen', takesTools: false }], 'qwen', '', 'window unknown · no tools'],
  ])('of %j', (listed, label, description, detail) => {
    expect(rowOf(...listed)).toMatchObject({ label, description, detail });
  });

  it('W10 says a window that was learned, with a button that forgets it', () => {
    const model = describeModel('openai-compatible', { id: 'qwen', size: { window: 40_960 } }, NOW);
    const rows = [{ limit: 4_096, below: 40_960 }, { limit: 4_096, below: 32_000 }, {}].map((learned) => {
      const models = ok([{ ...model, learned }]);
      return groupItems({ provider: 'openai-compatible', models }, context)[0];
    });
    expect(rows[0]).toMatchObject({ detail: '4.1k window, as learned from its server · tools', refuses: true });
    for (const row of rows.slice(1)) expect(row?.detail).toBe('41k window · tools');
    expect(rows[2]?.refuses).toBeUndefined();
  });

  it('W12 W13 W14 says what the model’s server refused', () => {
    const conceded = { images: 0, tools: 'none', maxTokens: 8_192, usage: 'unasked' } as const;
    const models = ok([{ ...describeModel('openai-compatible', { id: 'qwen', takesImages: true }, NOW), conceded }]);
    expect(groupItems({ provider: 'openai-compatible', models }, context)[0]).toMatchObject({
      detail: 'window unknown · its server refused more: no images, no tools, replies of at most 8.2k tokens',
      refuses: true,
    });
  });

  it('marks the model in use, and goes by the windows that are set', () => {
    const models = ok([describeModel('openai-compatible', { id: 'qwen' }, NOW)]);
    const own = { current: 'openai-compatible/qwen', contextWindows: { qwen: 32_000 }, l10n: ENGLISH };
    expect(groupItems({ provider: 'openai-compatible', models }, own)[0]).toMatchObject({
      label: '$(check) qwen',
      detail: expect.stringContaining('32k window'),
    });
  });

  it.each([
    [{ type: 'no-key', provider: 'OpenAI' } as const, ['set-key']],
    [{ type: 'bad-url', setting: 'x' } as const, ['set-address']],
    [{ type: 'provider-failed', provider: 'openai', error: { kind: 'auth', message: 'no' } } as const, ['set-key']],
    [
      { type: 'provider-failed', provider: 'openai', error: { kind: 'network', message: 'no' } } as const,
      ['set-address'],
    ],
    [{ type: 'unknown-model', model: 'm' } as const, []],
  ])('offers what helps against %j', (problem, choices) => {
    const items = groupItems({ provider: 'openai', models: err(problem) }, context);
    expect(items.map(({ choice }) => choice.type)).toEqual(choices);
  });

  it('lets the id be typed where a server may have more than it lists', () => {
    const choices = (group: ModelGroup) => groupItems(group, context).map(({ choice }) => choice.type);
    expect(choices({ provider: 'openai-compatible', models: ok([]) })).toEqual(['enter-id']);
    expect(choices({ provider: 'openai-compatible', models: err({ type: 'bad-url', setting: '' }) })).toEqual([
      'set-address',
    ]);
    expect(choices({ provider: 'openai', models: ok([]) })).toEqual([]);
    expect(choices({ provider: 'openai' })).toEqual([]);
  });
});

describe('choosing', () => {
  it('shows all providers, each with its models or what it lacks', async () => {
    const { host } = modelHost(OPENAI);
    let rows: readonly string[] = [];
    person.pick = (shown) => {
      rows = shown.map(({ label, kind }) => (kind === -1 ? `— ${label}` : label));
      return undefined;
    };
    expect(await selectModel(host)).toEqual({ type: 'cancelled' });
    expect(rows).toEqual([
      '— Anthropic',
      '$(key) Set API Key…',
      '— OpenAI',
      'gpt-5.1',
      'small',
      '— Google Gemini',
      '$(key) Set API Key…',
      '— OpenAI-compatible',
      '$(gear) Set Address…',
      '— Recording',
      'Recording',
      '— ',
      '$(plug) Connect a Model…',
    ]);
  });

  it('switches the thread, and is what new threads speak with', async () => {
    const { host, switched, told } = modelHost({ ...OPENAI, turns: 2 });
    person.pick = () => 'gpt-5.1';
    expect(await selectModel(host)).toEqual({ type: 'selected', model: 'openai/gpt-5.1' });
    expect(switched).toEqual(['openai/gpt-5.1']);
    expect(await host.catalog.default()).toEqual({ provider: 'openai', model: 'gpt-5.1' });
    expect([told, person.seen]).toEqual([[], []]);
  });

  it('takes the model as an argument, without asking', async () => {
    const { host, switched } = modelHost(OPENAI);
    expect(await selectModel(host, 'replay/one')).toEqual({ type: 'selected', model: 'replay/one' });
    expect(switched).toEqual(['replay/one']);
  });

  it('refuses a recording for a thread of another model, and offers what else there is', async () => {
    const { host, switched, told } = modelHost({ turns: 2 });
    expect(await selectModel(host, 'replay/one')).toMatchObject({ type: 'failed' });
    expect(switched).toEqual([]);
    expect(told).toMatchObject([{ actions: ['playRecording', 'selectModel'] }]);
  });

  it('sets a key in place, and goes on with the list', async () => {
    const { host, secrets } = modelHost(OPENAI);
    let round = 0;
    person.pick = (rows) => {
      round++;
      if (round > 1) return 'gpt-5.1';
      // The first that lacks one is Anthropic's.
      return rows.find(({ label }) => label.startsWith('$(key)'))?.label;
    };
    person.type = () => 'sk-0123456789';
    person.answer = () => 'Keep It Anyway';
    expect(await selectModel(host)).toEqual({ type: 'selected', model: 'openai/gpt-5.1' });
    expect(secrets.get('spool.apiKey.anthropic')).toBe('sk-0123456789');
  });

  it('P1 asks for an address in place, and goes on with the list, which its models begin', async () => {
    const { host, world } = modelHost({
      answers: { 'openai-compatible': ok([{ id: 'qwen', size: { window: 32_000 } }]) },
    });
    let round = 0;
    person.pick = (rows) => {
      round++;
      return round === 1 ? '$(gear)' : rows[1]?.label;
    };
    person.type = () => 'http://localhost:11434/v1/';
    expect(await selectModel(host)).toEqual({ type: 'selected', model: 'openai-compatible/qwen' });
    expect(world.settings).toEqual({ 'spool.openai-compatible.baseUrl': { globalValue: 'http://localhost:11434/v1' } });
    expect(person.seen).toEqual([]);
  });

  it.each([
    ['128k', { unheard: 128_000 }],
    [undefined, undefined],
  ])('asks for the window where no list knows it, and takes %j for an answer', async (typed, saved) => {
    const { host, world, switched } = modelHost({
      answers: { 'openai-compatible': ok([{ id: 'unheard' }]) },
      settings: { 'spool.openai-compatible.baseUrl': { globalValue: 'http://localhost:1/v1' } },
      turns: 2,
    });
    person.pick = () => 'unheard';
    person.type = ({ title }) => (title === 'Context Window of unheard' ? typed : 'unexpected');
    expect(await selectModel(host)).toEqual({ type: 'selected', model: 'openai-compatible/unheard' });
    expect(world.settings['spool.model.contextWindows']?.globalValue).toEqual(
      saved && { 'openai-compatible/unheard': 128_000 },
    );
    expect([switched, person.seen]).toEqual([['openai-compatible/unheard'], []]);
  });

  it('asks the providers anew, on request', async () => {
    const { host, world } = modelHost(OPENAI);
    let round = 0;
    person.pick = (rows) => {
      round++;
      if (round === 1) {
        world.answers = { openai: ok([{ id: 'gpt-new' }]) };
        return 'Ask the Providers Anew';
      }
      return rows.some(({ label }) => label === 'gpt-new') ? 'gpt-new' : undefined;
    };
    expect(await selectModel(host)).toEqual({ type: 'selected', model: 'openai/gpt-new' });
  });

  it('takes an id that a server does not list', async () => {
    const { host, switched } = modelHost({
      settings: { 'spool.openai-compatible.baseUrl': { globalValue: 'http://localhost:1/v1' } },
    });
    person.pick = () => '$(edit)';
    person.type = () => ' org/own-model ';
    expect(await selectModel(host)).toEqual({ type: 'selected', model: 'openai-compatible/org/own-model' });
    expect(switched).toEqual(['openai-compatible/org/own-model']);
  });

  it('Enter takes a model, and not the missing key of a provider that answered sooner', async () => {
    const { host } = modelHost(OPENAI);
    await selectModel(host);
    expect(person.active).toBe('gpt-5.1');
  });

  it.each([
    ['replay/one', undefined, 'gpt-5.1'],
    ['openai/small', undefined, '$(check) small'],
    ['openai/small', 'openai-compatible', 'qwen'],
    ['openai/small', 'gemini', '$(check) small'],
  ] as const)('Enter takes, with %s in use and %s just connected, %s', async (current, first, active) => {
    const { host } = modelHost({
      keys: { openai: 'secret-key' },
      answers: { ...OPENAI.answers, 'openai-compatible': ok([{ id: 'qwen' }]) },
      settings: { 'spool.openai-compatible.baseUrl': { globalValue: 'http://localhost:1/v1' } },
    });
    const found = await host.catalog.find(current);
    if (!found.ok) throw new Error(found.error.type);
    const model = { ...found.value, learned: {}, base: { system: 0, tools: 0, instructions: 0 } };
    const state = { ...host.session.state, model };
    await selectModel({ ...host, session: { ...host.session, state } }, undefined, first);
    expect(person.active).toBe(active);
  });

  it('Enter asks for the id where what was just connected lists no model', async () => {
    const { host } = modelHost({
      answers: { 'openai-compatible': err({ kind: 'invalid-request', message: '404 page not found' }) },
      settings: { 'spool.openai-compatible.baseUrl': { globalValue: 'http://localhost:1/v1' } },
    });
    await selectModel(host, undefined, 'openai-compatible');
    expect(person.active).toBe('$(edit) Enter the Id of a Model…');
  });

  it('marks a model that becomes the one in use while the list is open', async () => {
    const { host, show } = modelHost({
      ...OPENAI,
      answers: {
        ...OPENAI.answers,
        'openai-compatible': async () => {
          const head = { ...chatModel.head, id: 'openai-compatible/qwen', name: 'qwen' };
          show({ model: { ...chatModel, head, learned: {}, base: { system: 0, tools: 0, instructions: 0 } } });
          return ok([{ id: 'qwen' }]);
        },
      },
      settings: { 'spool.openai-compatible.baseUrl': { globalValue: 'http://localhost:1/v1' } },
    });
    const found = await host.catalog.find('openai/gpt-5.1');
    if (!found.ok) throw new Error(found.error.type);
    const chatModel = found.value;
    let labels: readonly string[] = [];
    person.pick = (rows) => {
      labels = rows.map(({ label }) => label);
      return undefined;
    };
    await selectModel(host);
    expect(labels.filter((label) => label.startsWith('$(check)'))).toEqual(['$(check) qwen']);
  });

  it('says that settings name another model for new threads', async () => {
    const { host, told } = modelHost({
      ...OPENAI,
      turns: 1,
      settings: { 'spool.provider': { globalValue: 'replay' } },
    });
    await selectModel(host, 'openai/gpt-5.1');
    expect(told).toEqual([
      {
        severity: 'info',
        text: 'This thread goes on with it. New threads begin with Recording, as your settings say.',
      },
    ]);
  });

  it('says why a model can’t be had, and why the thread can’t be written', async () => {
    const { host, told } = modelHost();
    expect(await selectModel(host, 'anthropic/claude-x')).toMatchObject({ type: 'failed' });
    expect(told).toEqual([
      { severity: 'warning', text: 'There is no API key for Anthropic.', actions: ['setApiKey', 'selectModel'] },
    ]);
    const held = modelHost({
      ...OPENAI,
      turns: 1,
      failure: { severity: 'warning', text: 'Another window writes it.' },
    });
    expect(await selectModel(held.host, 'openai/gpt-5.1')).toEqual({
      type: 'failed',
      why: 'Another window writes it.',
    });
    expect(await held.host.catalog.default()).toEqual({ provider: 'openai' });
  });
});

describe('case 37: a thread that does not fit the new model', () => {
  const large: HostSetup = { ...OPENAI, turns: 60 };

  it.each<[string, HostSetup, string]>([
    ['what would be done', large, 'Before your next message is sent it would be compacted to about'],
    ['that nothing is automatic', { ...large, config: { auto: false } }, 'Nothing is sent before that is done.'],
    ['that nothing can be done', { ...large, config: { enabled: false } }, 'Compaction is switched off'],
  ])('warns before the switch, with its size and %s', async (_, setup, way) => {
    const { host, switched } = modelHost(setup);
    let asked: readonly unknown[] = [];
    person.answer = (...question) => {
      asked = question;
      return undefined;
    };
    expect(await selectModel(host, 'openai/small')).toEqual({ type: 'cancelled' });
    expect(asked).toEqual([
      expect.stringMatching(
        /^This thread does not fit small: it has ~[\d.]+k tokens, and the model takes 4\.5k beside its reply\.$/,
      ),
      expect.stringContaining(way),
      ['Switch Anyway'],
    ]);
    expect(switched).toEqual([]);
    expect(await host.catalog.default()).toEqual({ provider: 'openai' });
  });

  it('switches all the same where the person says so', async () => {
    const { host, switched } = modelHost(large);
    person.answer = () => 'Switch Anyway';
    expect(await selectModel(host, 'openai/small')).toEqual({ type: 'selected', model: 'openai/small' });
    expect(switched).toEqual(['openai/small']);
  });

  it('asks nothing where it fits, and names the command where the window is not known', async () => {
    const { host } = modelHost({ ...large, answers: { openai: ok([{ id: 'gpt-5.1' }, { id: 'unheard-of' }]) } });
    await selectModel(host, 'openai/gpt-5.1');
    expect(person.seen).toEqual([]);
    let detail = '';
    person.answer = (_, shown) => {
      detail = shown;
      return undefined;
    };
    expect(await selectModel(host, 'openai/unheard-of')).toEqual({ type: 'cancelled' });
    expect(detail).toContain('Set Context Window… sets it.');
  });

  it('sets the window that is not known from the question, which is then asked again', async () => {
    const { host, world, switched } = modelHost({ ...large, answers: { openai: ok([{ id: 'unheard-of' }]) } });
    const answers = ['Set Context Window…', 'Switch Anyway'];
    const offered: (readonly string[])[] = [];
    person.answer = (_text, _detail, buttons) => {
      offered.push(buttons);
      return answers.shift();
    };
    person.type = () => '400k';
    expect(await selectModel(host, 'openai/unheard-of')).toMatchObject({ type: 'selected' });
    expect(offered[0]).toEqual(['Set Context Window…', 'Switch Anyway']);
    expect(world.settings).toEqual({
      'spool.model.contextWindows': { globalValue: { 'openai/unheard-of': 400_000 } },
    });
    expect(switched).toEqual(['openai/unheard-of']);
  });
});
