/** The one function that decides whether a tool's request is allowed, asked or refused. */
import type { PermissionRequest, PermissionState, Verdict } from './request.ts';

/** Pure, but for what `state.paths` looks up. */
export function decide(request: PermissionRequest, state: PermissionState): Verdict {
  if (!state.isTrusted) return { type: 'refuse', reason: { type: 'restricted' } };
  const path = request.type === 'command' ? request.cwd : request.path;
  if (path.real === undefined) return { type: 'refuse', reason: { type: 'illegal-path', path: path.given } };
  if (state.mode === 'plan' && request.type !== 'read') return { type: 'refuse', reason: { type: 'plan' } };
  return { type: 'ask', reasons: [{ type: 'edit' }], offers: [] };
}
