/** Unit tests: everything under test/ that needs no VS Code and no browser. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [
    {
      name: 'prompt-text',
      enforce: 'pre',
      load: (id) => (id.endsWith('.md') ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}` : null),
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/in-host/**', 'test/e2e/**'],
    pool: 'threads',
    // Vitest leaves one core free, which on a machine with two is half of it.
    maxWorkers: availableParallelism(),
    // Modules are loaded once in each worker, not once for each file, which took as long as a third of the tests. So a
    // test that changes what all share (a module's variable, the environment, timers) puts it back.
    isolate: false,
    // Far above what anything takes: on a busy machine nothing may fail by the clock.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: ['test/temporary-folder.ts'],
    setupFiles: ['test/property/fixed-seed.ts'],
  },
});
