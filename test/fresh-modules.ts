/** Setup of every run: a test file that replaces a module gets modules of its own, since files share what they have loaded. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

const { testPath } = expect.getState();

if (testPath !== undefined && /\bvi\.(?:mock|doMock)\(/.test(readFileSync(testPath, 'utf8'))) {
  vi.resetModules();
  afterAll(() => {
    vi.resetModules();
  });
}
