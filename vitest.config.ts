/** Unit tests: everything under test/ that needs no VS Code and no browser. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The panel's gallery takes several times as long as any other file: begun last, it would leave the other cores idle. */
class GalleryFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (moduleId.endsWith('/webview/gallery.test.ts') ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export const FIXED_SEED = 'test/property/fixed-seed.ts';
export const SETUP_FILES: readonly string[] = [
  'test/fresh-modules.ts',
  'test/equal-lists.ts',
  FIXED_SEED,
  'test/remove-folders.ts',
  'test/sdk-types/check-after-each.ts',
];

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
    // Processes, not threads: a thread that ends closes the numbers of files that it opened and handed to a socket, which
    // may be another thread's files by then. Node aborts on that, and the whole run with it.
    pool: 'forks',
    // Vitest leaves one core free, which on a machine with two is half of it.
    maxWorkers: availableParallelism(),
    // The first setup file may drop loaded modules, so that the others load theirs after it.
    sequence: { sequencer: GalleryFirst, setupFiles: 'list' },
    // Modules are loaded once in each process, not once for each file, which took as long as a third of the tests. So a
    // test that changes what all share (a module's variable, the environment, timers) puts it back; where it replaces a
    // module, test/fresh-modules.ts does.
    isolate: false,
    // Far above what anything takes: on a busy machine nothing may fail by the clock.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: ['test/temporary-folder.ts', 'test/gallery/shared.ts'],
    setupFiles: [...SETUP_FILES],
  },
});
