/** R23, R58: gauge, limits and plan of a thread all go by what is set for its model. */
import { expect, it } from 'vitest';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { NO_BASE } from '../../../src/core/thread/measure.ts';
import { append, nextId, replay } from '../../../src/core/thread/thread.ts';
import { type ModelState, runContext } from '../../../src/extension/session/run-context.ts';
import { INITIAL_STATE, type OpenThread, sessionMeter } from '../../../src/extension/session/session-state.ts';
import { longThread, MODEL } from './long-thread.ts';

const config: CompactionConfig = {
  ...DEFAULT_CONFIG,
  contextWindows: { [MODEL]: 100_000, 'small-model': 65_536 },
  modelThresholds: { [MODEL]: 30_000, 'small-model': 0.5 },
  modelStrategies: { [MODEL]: 'extract', 'small-model': 'disabled' },
};
const thread = replay(longThread(2));
const switched = append(thread, { type: 'model', model: 'small-model', id: nextId(thread), at: 5_000 });

const next: ModelState = {
  head: { id: 'small-model', name: 'Small', provider: 'Cedar', isReplay: false },
  reported: {},
  learned: {},
  base: { system: 300, tools: 200, instructions: 0 },
};

it.each([
  [
    'the model that answered, where there is none to send to',
    thread,
    undefined,
    MODEL,
    100_000,
    30_000,
    'extract',
    true,
  ],
  ['case 37: the model that was switched to', switched, undefined, 'small-model', 65_536, 32_768, 'disabled', false],
  ['case M5: the model that the next message goes to', thread, next, 'small-model', 65_536, 32_768, 'disabled', false],
] as const)('go by %s', (_, current, state, model, window, trigger, strategy, auto) => {
  const { limits, base, ...context } = runContext(current, config, state);
  expect(limits.ok && limits.value).toMatchObject({ window, trigger, target: trigger / 2 });
  expect(context.config.strategy).toBe(strategy);
  expect(base).toEqual({ ...(state?.base ?? NO_BASE), window });
  const open: OpenThread = {
    id: 't',
    file: '/t',
    thread: current,
    workspace: undefined,
    access: { type: 'writer' },
    skipped: [],
  };
  const meter = sessionMeter({ ...INITIAL_STATE, open, model: state, settings: { config, problems: [] } });
  expect(meter).toMatchObject({ model, window, trigger, auto });
});
