/** R22 and R32: the settings of tool outputs, their defaults, and what is refused. */
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/core/compaction/config.ts';
import { describeProblem } from '../../../src/core/lang/setting.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG, TOOL_OUTPUT_SETTINGS } from '../../../src/core/tool-output/config.ts';

describe('R32 the config of tool outputs', () => {
  it('has these defaults', () => {
    expect(DEFAULT_TOOL_OUTPUT_CONFIG).toEqual({
      maxToolResultTokens: null,
      collapseAfterTurns: null,
      enabled: true,
      contextBudgetTokens: null,
      maxMessageBytes: 51_200,
      maxLineLength: 2000,
    });
  });

  it.each([
    ['spool.compaction.maxToolResultTokens', 'maxToolResultTokens', [1, 5000, null]],
    ['spool.compaction.collapseAfterTurns', 'collapseAfterTurns', [1, 20, null]],
    ['spool.toolOutputCache.enabled', 'enabled', [true, false]],
    ['spool.toolOutputCache.contextBudgetTokens', 'contextBudgetTokens', [0, 30_000, null]],
    ['spool.toolOutputCache.maxMessageBytes', 'maxMessageBytes', [1024, 10_000_000]],
    ['spool.toolOutputCache.maxLineLength', 'maxLineLength', [200, 1_000_000]],
  ] as const)('%s is taken as it is', (key, name, values) => {
    expect(TOOL_OUTPUT_SETTINGS[name].key).toBe(key);
    for (const value of values) {
      const { config, problems } = parseConfig({ [key]: value });
      expect(config.toolOutput).toEqual({ ...DEFAULT_TOOL_OUTPUT_CONFIG, [name]: value });
      expect(problems).toEqual([]);
    }
  });

  const numbers = [0, -1, Number.NaN, 1.5, '5', true, Number.POSITIVE_INFINITY, 100_000_001, []];
  it.each([
    ['spool.compaction.maxToolResultTokens', numbers],
    ['spool.compaction.collapseAfterTurns', numbers],
    ['spool.toolOutputCache.enabled', ['true', 1, null]],
    ['spool.toolOutputCache.contextBudgetTokens', numbers.slice(1)],
    ['spool.toolOutputCache.maxMessageBytes', [...numbers, 1023, 10_000_001, null]],
    ['spool.toolOutputCache.maxLineLength', [...numbers, 199, 1_000_001, null]],
  ])('R22 %s refuses what is out of range, by name, and the default is used', (key, values) => {
    for (const value of values) {
      const { config, problems } = parseConfig({ [key]: value });
      expect(config.toolOutput).toEqual(DEFAULT_TOOL_OUTPUT_CONFIG);
      expect(problems).toEqual([{ key, value, expected: expect.any(String) }]);
      for (const problem of problems) expect(describeProblem(problem)).toContain(key);
    }
  });
});
