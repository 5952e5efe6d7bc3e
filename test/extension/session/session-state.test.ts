/** R23, R58: gauge, limits and plan of a thread all go by what is set for its model. */
import { expect, it } from 'vitest';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { append, nextId, replay } from '../../../src/core/thread/thread.ts';
import {
  INITIAL_STATE,
  type OpenThread,
  sessionMeter,
  threadConfig,
  threadLimits,
} from '../../../src/extension/session/session-state.ts';
import { longThread, MODEL } from './long-thread.ts';

const config: CompactionConfig = {
  ...DEFAULT_CONFIG,
  contextWindows: { [MODEL]: 100_000, 'small-model': 65_536 },
  modelThresholds: { [MODEL]: 30_000, 'small-model': 0.5 },
  modelStrategies: { [MODEL]: 'extract', 'small-model': 'disabled' },
};
const thread = replay(longThread(2));
const switched = append(thread, { type: 'model', model: 'small-model', id: nextId(thread), at: 5_000 });

it.each([
  ['the model that answered', thread, MODEL, 100_000, 30_000, 'extract', true],
  ['case 37: the model that was switched to', switched, 'small-model', 65_536, 32_768, 'disabled', false],
] as const)('go by %s', (_, current, model, window, trigger, strategy, auto) => {
  const limits = threadLimits(current, config);
  expect(limits.ok && limits.value).toMatchObject({ window, trigger, target: trigger / 2 });
  expect(threadConfig(current, config).strategy).toBe(strategy);
  const open: OpenThread = {
    id: 't',
    file: '/t',
    thread: current,
    workspace: undefined,
    access: { type: 'writer' },
    skipped: [],
  };
  const meter = sessionMeter({ ...INITIAL_STATE, open, settings: { config, problems: [] } });
  expect(meter).toMatchObject({ model, window, trigger, auto });
});
