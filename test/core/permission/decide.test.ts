/** What is refused whatever the rules say. */
import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/core/permission/decide.ts';
import type { CheckedPath, PermissionRequest, PermissionState } from '../../../src/core/permission/request.ts';

const state: PermissionState = {
  mode: 'ask',
  isTrusted: true,
  rules: [],
  paths: { check: () => undefined, repository: () => undefined },
  ownFolders: [],
  changedSince: () => [],
};
const file = (given: string): CheckedPath => ({ given, real: `/ws/${given}`, inside: given });

describe('a request is refused', () => {
  const write: PermissionRequest = { type: 'write', kind: 'edit', path: file('a.ts') };

  it('in Restricted Mode', () => {
    expect(decide(write, { ...state, isTrusted: false })).toEqual({ type: 'refuse', reason: { type: 'restricted' } });
  });

  it('in the plan mode, when it writes', () => {
    expect(decide(write, { ...state, mode: 'plan' })).toEqual({ type: 'refuse', reason: { type: 'plan' } });
  });

  it('when its path is none', () => {
    const path: CheckedPath = { given: 'a\0b', real: undefined, inside: undefined };
    expect(decide({ type: 'read', path }, state)).toEqual({
      type: 'refuse',
      reason: { type: 'illegal-path', path: 'a\0b' },
    });
  });
});
