/** End-to-end tests: one VS Code at a time, with the time such a thing takes to start. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    fileParallelism: false,
    // All files share the browser, each with profiles of its own.
    isolate: false,
    globalSetup: ['../temporary-folder.ts'],
    setupFiles: ['../remove-folders.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 200 } },
  },
});
