/** How all processes of a command are ended, also those that change their group just then. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { listProcesses, type ProcessInfo } from '../../../../../src/extension/workspace/node/commands/process-table.ts';
import { endTree } from '../../../../../src/extension/workspace/node/commands/process-tree.ts';

vi.mock(import('../../../../../src/extension/workspace/node/commands/process-table.ts'), async (original) => {
  const real = await original();
  return { ...real, listProcesses: vi.fn(real.listProcesses) };
});

const HOUR_MS = 3_600_000;

it('signals a process again that left the group between the list and the signal', async () => {
  const start = () => spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
  const [leader, gone] = [start(), start()];
  const ends = [once(leader, 'exit'), once(gone, 'exit')];
  const infoOf = (pid = 0): ProcessInfo => ({ pid, parent: process.pid, group: leader.pid ?? 0, mark: 'm', name: '' });
  const real = vi.mocked(listProcesses).getMockImplementation() ?? expect.unreachable();
  vi.mocked(listProcesses).mockImplementation(async () =>
    (await real()).map((one) => (one.pid === gone.pid ? { ...one, mark: 'm' } : one)),
  );
  vi.mocked(listProcesses).mockResolvedValueOnce([infoOf(leader.pid), infoOf(gone.pid)]);
  expect(await endTree({ leader: leader.pid ?? 0, mark: 'm' }, HOUR_MS)).toEqual([]);
  expect((await Promise.all(ends)).map(([, signal]) => signal)).toEqual(['SIGTERM', 'SIGTERM']);
});
