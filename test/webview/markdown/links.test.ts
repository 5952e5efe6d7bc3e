/** Which links lead somewhere. */
import { describe, expect, test } from 'vitest';
import { targetOf } from '../../../src/webview/markdown/links.ts';

describe('a link leads', () => {
  test.each([
    ['https://example.com/a?b=c#d', { type: 'page', url: 'https://example.com/a?b=c#d' }],
    ['HTTPS://example.com', { type: 'page', url: 'HTTPS://example.com' }],
    ['mailto:a@example.com', { type: 'page', url: 'mailto:a@example.com' }],
    ['src/a.ts', { type: 'file', path: 'src/a.ts' }],
    ['src/a.ts:12', { type: 'file', path: 'src/a.ts', line: 12 }],
    ['src/a.ts:12:5', { type: 'file', path: 'src/a.ts', line: 12 }],
    ['src/a.ts#L12-L20', { type: 'file', path: 'src/a.ts', line: 12 }],
    ['./docs/with%20blank.md', { type: 'file', path: './docs/with blank.md' }],
    ['docs/with blank.md', { type: 'file', path: 'docs/with blank.md' }],
    ['/home/a/b.ts', { type: 'file', path: '/home/a/b.ts' }],
    ['docs/%zz.md', { type: 'file', path: 'docs/%zz.md' }],
  ])('to a page or a file: %s', (href, target) => {
    expect(targetOf(href)).toEqual(target);
  });

  test.each([
    'command:workbench.action.quit',
    'COMMAND:x',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u200bscript:alert(1)',
    'javascript%3Aalert(1)',
    'command%3aworkbench.action.quit',
    'data:text/html,<b>x</b>',
    'file:///etc/passwd',
    'vscode://x/y',
    'vscode-resource:/x',
    'http://example.com',
    '//example.com/x',
    '/\u200b/example.com/x',
    '\\\\server\\share',
    'blob:https://example.com/1',
    'https:',
    'https:///x',
    'C:\\windows\\x.ini',
    '%5C%5Chost%5Cshare',
    '%5c%5chost/share',
    '%2F%2Fhost/share',
    '/%5Chost/share',
    '%5C%2Fhost',
    '%E2%80%8B%5C%5Chost%5Cshare',
    '#top',
    'a\u0000b',
    '',
    '   ',
  ])('case 41, S8: nowhere: %j', (href) => {
    expect(targetOf(href)).toBeUndefined();
  });
});
