/** The one function that decides whether a tool's request is allowed, asked or refused. */
import { assertNever } from '../lang/assert-never.ts';
import { type CommandRequest, judgeCommand } from './judge-command.ts';
import { pathReasons } from './judge-path.ts';
import { offersFor } from './offers.ts';
import { readCommand } from './read-command.ts';
import type { Reason, RefusalReason } from './reason.ts';
import type {
  CheckedPath,
  PathFacts,
  PermissionRequest,
  PermissionState,
  RepositoryFacts,
  RuleOffer,
  Verdict,
} from './request.ts';
import { isExternalRule, THREADS_RULE } from './rule.ts';

/** Pure, but for what `state.paths` looks up. */
export function decide(request: PermissionRequest, state: PermissionState): Verdict {
  if (!state.isTrusted) return refuse({ type: 'restricted' });
  if (request.type === 'external') return decideExternal(request, state);
  if (request.type === 'threads') return decideThreads(state);
  const path = request.type === 'command' ? request.cwd : request.path;
  if (isIllegal(path)) return refuse({ type: 'illegal-path', path: path.given });
  switch (request.type) {
    case 'read': {
      const reasons = pathReasons(path, 'read', state.ownFolders);
      return reasons.length > 0 ? ask(reasons) : { type: 'allow' };
    }
    case 'write': {
      if (state.mode === 'plan') return refuse({ type: 'plan' });
      const reasons = pathReasons(path, 'write', state.ownFolders);
      if (reasons.length > 0) return ask(reasons);
      // Whatever it does to the workspace folder itself, it does to the protected files in it.
      if (path.inside === '') return ask([{ type: 'protected', path: path.given, name: '.' }]);
      if (request.isUnsaved) return ask([{ type: 'unsaved', path: path.given }]);
      return state.mode === 'edit' ? { type: 'allow' } : ask([{ type: 'edit' }]);
    }
    case 'command':
      return state.mode === 'plan' ? refuse({ type: 'plan' }) : decideCommand(request, state);
    default:
      return assertNever(request);
  }
}

const refuse = (reason: RefusalReason): Verdict => ({ type: 'refuse', reason });

function ask(reasons: readonly Reason[], offers: readonly RuleOffer[] = []): Verdict {
  const seen = new Map(reasons.map((reason) => [JSON.stringify(reason), reason]));
  return { type: 'ask', reasons: [...seen.values()], offers };
}

/** Asked in every mode, and never by its arguments: only a rule for this very tool answers by itself. */
function decideExternal(
  { id, source, hash }: Extract<PermissionRequest, { type: 'external' }>,
  { mode, rules }: PermissionState,
): Verdict {
  if (mode === 'plan') return refuse({ type: 'plan', isExternal: true });
  const kept = rules.filter(isExternalRule).filter((rule) => rule.id === id);
  if (kept.some((rule) => rule.hash === hash)) return { type: 'allow' };
  const changed: readonly Reason[] = kept.length > 0 ? [{ type: 'external-changed', id }] : [];
  return ask([{ type: 'external', source }, ...changed], [{ rule: { tool: 'external_tool', id, hash } }]);
}

/** It only reads, so in every mode alike. */
function decideThreads({ rules }: PermissionState): Verdict {
  const { id, hash } = THREADS_RULE;
  if (rules.some((rule) => isExternalRule(rule) && rule.id === id && rule.hash === hash)) return { type: 'allow' };
  return ask([{ type: 'threads' }], [{ rule: THREADS_RULE }]);
}

function decideCommand(request: CommandRequest, asked: PermissionState): Verdict {
  if (request.shell !== 'bash') return ask([{ type: 'shell' }]);
  const read = readCommand(request.command);
  if (!read.ok) return ask([read.error]);
  const state = { ...asked, paths: lookedUpOnce(asked.paths) };
  const judged = judgeCommand(request, read.value, state);
  if (judged.type === 'unknown') return ask(judged.reasons, offersFor(request, read.value, state));
  return Object.keys(judged.env).length === 0 ? { type: 'allow' } : { type: 'allow', env: judged.env };
}

/** For one request, whose folder is always the same. Offers judge the same words again, and a word may be there a thousand times. */
function lookedUpOnce(paths: PathFacts): PathFacts {
  const seen = new Map<string, CheckedPath | undefined>();
  let found: { readonly facts: RepositoryFacts | undefined } | undefined;
  return {
    check: (word, cwd) => {
      if (!seen.has(word)) seen.set(word, paths.check(word, cwd));
      return seen.get(word);
    },
    repository: (cwd) => {
      found ??= { facts: paths.repository(cwd) };
      return found.facts;
    },
  };
}

/** What no path of a workspace is: a URI, an escape of one, a NUL, or a relative path that leads out. */
function isIllegal({ given, real, inside }: CheckedPath): boolean {
  if (real === undefined || given.includes('\0') || /^file:|%2e|%00/i.test(given)) return true;
  return (
    inside === undefined && /^[^/\\]/.test(given) && !/^[a-z]:/i.test(given) && /(^|[/\\])\.\.([/\\]|$)/.test(given)
  );
}
