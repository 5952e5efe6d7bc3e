/** What counts as a command, and what is a message that only looks like one. */
import { describe, expect, it } from 'vitest';
import { parseSlashCommand, SLASH_COMMANDS } from '../../../src/core/protocol/slash-command.ts';

describe('a slash command', () => {
  it.each([
    ['/compact', { type: 'compact' }],
    ['  /compact  ', { type: 'compact' }],
    ['/compact keep the\nnames', { type: 'compact', instructions: 'keep the\nnames' }],
    ['@compact', { type: 'compact' }],
    ['@compact keep the names', { type: 'compact', instructions: 'keep the names' }],
    ['/context', { type: 'context' }],
    ['/export', { type: 'export' }],
    ['/new', { type: 'new' }],
    ['/model', { type: 'model' }],
    ['/undo-compact', { type: 'undo-compact' }],
    ['/dance', { type: 'unknown', typed: '/dance' }],
    ['/Compact', { type: 'compact' }],
    ['/git:commit fix it', { type: 'unknown', typed: '/git:commit' }],
    ['/Fix Bug', { type: 'unknown', typed: '/Fix' }],
    ['/überprüfe', { type: 'unknown', typed: '/überprüfe' }],
    ['/constructor', { type: 'unknown', typed: '/constructor' }],
  ])('%j', (text, command) => {
    expect(parseSlashCommand(text)).toEqual(command);
  });

  it.each([
    'hello',
    '/usr/bin/env is there',
    'see /compact',
    '@file.ts',
    '/',
    '//',
    '/etc.conf is wrong',
    '/2 of them',
    '@compactor',
    '-/new',
    '',
  ])('%j is a message', (text) => {
    expect(parseSlashCommand(text)).toBeUndefined();
  });

  it('is listed as it is typed', () => {
    for (const { name, typed } of SLASH_COMMANDS) expect(parseSlashCommand(typed)).toEqual({ type: name });
  });
});
