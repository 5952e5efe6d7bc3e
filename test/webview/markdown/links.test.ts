/** Which links lead somewhere. */
import { describe, expect, test } from 'vitest';
import { mentionedFile, targetOf } from '../../../src/webview/markdown/links.ts';

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

describe('inline code is a link to a file', () => {
  test.each([
    ['src/queue.ts:12', { type: 'file', path: 'src/queue.ts', line: 12 }],
    ['src/queue.ts:12:5', { type: 'file', path: 'src/queue.ts', line: 12 }],
    ['src/a.ts#L3-L9', { type: 'file', path: 'src/a.ts', line: 3 }],
    ['package.json', { type: 'file', path: 'package.json' }],
    ['./docs/a-b.md', { type: 'file', path: './docs/a-b.md' }],
    ['app/[id]/page.tsx', { type: 'file', path: 'app/[id]/page.tsx' }],
    ['src/lib.unknown', { type: 'file', path: 'src/lib.unknown' }],
    ['.github/ci.yml', { type: 'file', path: '.github/ci.yml' }],
  ])('where it has the form of a path: %s', (code, target) => {
    expect(mentionedFile(code)).toEqual(target);
  });

  test.each([
    'queue.next',
    'a/b',
    'text/html',
    'npm test src/a.ts',
    'https://example.com/a.ts',
    '//host/share/a.ts',
    'command:a.ts',
    'localhost:3000',
    '1.5',
    'v1.2/3.4',
    '',
    `${'a/'.repeat(200)}b.ts`,
  ])('and not else: %j', (code) => {
    expect(mentionedFile(code)).toBeUndefined();
  });

  test('in time that no long code stretches', () => {
    expect(mentionedFile(`${'a.'.repeat(100_000)}!`)).toBeUndefined();
  });
});
