/** Unit tests: no VS Code, no browser. */
import { runVitest } from './vitest.mjs';

export const runUnit = () => runVitest('unit', 'vitest.config.ts');
