/** Names of external tools: taken by all providers, and no two alike. */
import { describe, expect, it } from 'vitest';
import { toolNames } from '../../../../src/core/workspace/external/tool-names.ts';

const SAFE = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

describe('names of external tools', () => {
  it('are taken by all providers, and no two alike', () => {
    const ids = [
      'a.b',
      'a_b',
      'a/b',
      '',
      '1st',
      '-x',
      'read_file',
      'é'.repeat(80),
      'x'.repeat(64),
      'x'.repeat(65),
      `${'x'.repeat(65)}y`,
      'ツール',
    ];
    const names = toolNames(ids, new Set(['read_file']));
    expect([...names.keys()].sort()).toEqual([...ids].sort());
    for (const name of names.values()) expect(name).toMatch(SAFE);
    expect(new Set(names.values()).size).toBe(ids.length);
    expect(names.get('a_b')).toBe('a_b');
    expect(names.get('read_file')).not.toBe('read_file');
  });

  it('stay when other tools come or go', () => {
    const ids = Array.from({ length: 200 }, (_, n) => `server.${n}/tool ${n}`);
    const all = toolNames(ids, new Set());
    expect(new Set(all.values()).size).toBe(200);
    for (const id of ids.slice(0, 20)) expect(toolNames([id], new Set()).get(id)).toBe(all.get(id));
  });

  it('differ also where a tool is called as another one would be renamed', () => {
    const renamed = toolNames(['a.b'], new Set()).get('a.b') ?? '';
    const names = toolNames(['a.b', renamed], new Set());
    expect(names.get(renamed)).toBe(renamed);
    expect(names.get('a.b')).not.toBe(renamed);
    expect(names.get('a.b')).toMatch(SAFE);
  });
});
