/** What the extension holds of others beside npm packages that are bundled whole, and the licences that no package carries. */
import { source } from '../catalogue/source.mjs';
import { read } from '../check/files.mjs';

/** @param {string} holder as in a copyright line */
const mit = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Texts for packages that have none in them, by the licence that their package.json names. */
export const missingTexts = new Map([['standardwebhooks', mit('Standard Webhooks')]]);

/** Copies that a bundled package holds of another one, in its folder `_vendor`. */
export const vendored = new Map([
  [
    'partial-json-parser',
    {
      title: 'partial-json-parser (MIT)',
      note: 'Copied into `openai` and `@anthropic-ai/sdk`.',
      text: () => read('node_modules/openai/src/_vendor/partial-json-parser/LICENSE'),
    },
  ],
]);

/** Data that was copied into this project. */
export const data = [
  {
    title: `${source.name} ${source.version} (MIT)`,
    note: '`src/core/tokens/models.json` is made from the model lists of this package, by `npm run catalogue`.',
    text: () => mit('Mario Zechner'),
  },
];
