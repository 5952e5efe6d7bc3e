/** Where the package is that `npm run package` writes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { out, root } from '../lib/paths.mjs';

const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

export const packageFile = path.join(out, `${name}-${version}.vsix`);
