/** Every recorded thread, compacted both ways for a small or a large window: valid, small enough, undoable, the same at every run. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { strategyAct } from '../../scripts/compact/acts.ts';
import { compact, undoAll } from '../../scripts/compact/compact.ts';
import { load } from '../../scripts/compact/load.ts';
import { DEFAULT_CONFIG } from '../../src/core/compaction/config.ts';
import { mustKeep } from '../../src/core/compaction/keep.ts';
import { limitsFor } from '../../src/core/compaction/limits.ts';
import { valueAt } from '../../src/core/lang/grow-list.ts';
import { checkContext } from '../../src/core/thread/check-context.ts';
import { projectContext } from '../../src/core/thread/context.ts';
import { replay, type Thread } from '../../src/core/thread/thread.ts';
import { newestTyped } from '../../src/core/thread/turns.ts';
import { toAnthropicMessages } from '../../src/providers/anthropic/to-messages.ts';
import { anthropicRejects } from '../wire/anthropic.ts';
import { transcripts } from './folder.ts';

const files = transcripts(
  'claude-code',
  'claude-code-fixtures',
  'codex-rollout',
  'copilot-cli-events',
  'gemini-cli-session',
  'gemini-contents',
  'mini-swe-agent-traj',
  'openai-request-log',
  'openhands-llm-log',
  'pi-session',
  'swe-agent-traj',
  'vscode-copilot-chat',
);

/** Each thread both ways, in one of the windows for each; `SPOOL_CUTS=all`, as in `npm run test:deep`, tries both. */
const isDeep = process.env.SPOOL_CUTS === 'all';
const cases = files.flatMap((file, n) =>
  [32_000, 100_000].flatMap((window, w) =>
    (['extract', 'truncate'] as const)
      .filter((_, s) => isDeep || (n + w + s) % 2 === 0)
      .map((strategy) => ({ file, window, strategy })),
  ),
);
const bytes = (thread: Thread) => JSON.stringify(projectContext(thread).messages);

/** The newest typed message without its reminders, which a compaction strips (R9). */
function newestMessage({ items }: Thread) {
  const blocks = valueAt(items, newestTyped(items))?.message.blocks;
  return blocks?.filter(({ type }) => type !== 'reminder');
}

describe.skipIf(files.length === 0)('recorded threads', () => {
  it.each(cases.map((c) => ({ ...c, name: path.basename(c.file) })))(
    '$name, window $window, $strategy',
    async ({ file, window, strategy }) => {
      const loaded = await load(file, undefined);
      if (!loaded.ok) throw new Error(loaded.error);
      const { thread } = loaded.value;
      const config = { ...DEFAULT_CONFIG, strategy };
      const limits = limitsFor({ window }, config);
      if (!limits.ok) throw new Error(limits.error.type);
      expect(checkContext(projectContext(thread).messages)).toEqual([]);

      const act = strategyAct(config, limits.value, undefined);
      const done = await compact(thread, act, 1);
      expect(done.outcome).not.toBe('failed');
      expect(checkContext(projectContext(done.thread).messages)).toEqual([]);
      expect(anthropicRejects(toAnthropicMessages(projectContext(done.thread).messages))).toEqual([]);
      if (done.outcome === 'compacted') expect(done.tokensAfter).toBeLessThan(done.tokensBefore);
      const must = mustKeep(thread.items).tokens;
      if (must <= limits.value.target) expect(done.tokensAfter).toBeLessThanOrEqual(limits.value.target);
      else expect(done.reason).toBe('fixed-part');

      expect(newestMessage(done.thread)).toEqual(newestMessage(thread));
      expect(bytes(undoAll(done.thread, done.compactions))).toBe(bytes(thread));
      const again = await compact(replay(JSON.parse(JSON.stringify(thread.entries))), act, 1);
      expect(bytes(again.thread)).toBe(bytes(done.thread));
    },
  );
});
