/** Decides what the agent may do in a window, by its mode and rules, and asks the person for the rest. */
import { decide } from '../../core/permission/decide.ts';
import type { Mode, PathFacts, PermissionRequest, PermissionState, Verdict } from '../../core/permission/request.ts';
import type { Rule } from '../../core/permission/rule.ts';
import type { NotificationParams } from '../../core/protocol/panel-messages.ts';
import type { Answer, Authority, Question } from '../../core/workspace/authority.ts';
import { askNobody } from '../../core/workspace/unanswered.ts';
import { changeViews } from './change-view.ts';
import { offersOf } from './offers-of.ts';
import { QuestionQueue, type WaitingQuestion } from './question-queue.ts';
import type { RuleBook } from './rule-book.ts';

export interface AuthorityParts {
  readonly rules: RuleBook;
  readonly mode: () => Mode;
  readonly isTrusted: () => boolean;
  readonly paths: PathFacts;
  /** Real paths of folders that hold Spool's own files. */
  readonly ownFolders: readonly string[];
  /** Called when a question was added or has left. */
  readonly onChange: () => void;
}

export type GivenAnswer = NotificationParams<'answerQuestion'>;

export class WindowAuthority {
  readonly #parts: AuthorityParts;
  readonly #queue: QuestionQueue;

  constructor(parts: AuthorityParts) {
    this.#parts = parts;
    this.#queue = new QuestionQueue(parts.onChange);
  }

  get questions(): readonly WaitingQuestion[] {
    return this.#queue.all;
  }

  ofThread(threadId: string): Authority {
    return {
      decide: (request) => decide(request, this.#stateOf(threadId)),
      ask: (question, signal) => this.#queue.ask(threadId, question, signal),
    };
  }

  /** What was allowed to the agent is not allowed to its sub-agents: they do only what needs no rule, and ask nobody. */
  ofSubAgents(): Authority {
    return {
      decide: (request) => decide(request, { ...this.#stateOf(''), rules: [] }),
      ask: askNobody,
    };
  }

  /** False where the answer fits no open question: nothing was done then. */
  answer(given: GivenAnswer): boolean {
    const asked = this.#queue.find(given.id);
    if (!asked) return false;
    const { threadId, question } = asked;
    if (given.answer === 'deny') {
      const reason = given.reason?.trim();
      return this.#queue.answer(asked.id, { type: 'denied', ...(reason && { reason }) });
    }
    const hunks = hunksIn(given, question);
    if (hunks === 'unknown') return false;
    if (given.answer !== 'once') {
      const rule = offersOf(question)[given.offer ?? 0];
      if (!rule) return false;
      this.#parts.rules.add(rule, given.answer === 'always' ? 'workspace' : { threadId });
    }
    this.#rememberChanges(asked);
    const now = this.#decideAll(asked);
    const env = now.type === 'allow' ? now.env : undefined;
    const answered = this.#queue.answer(asked.id, {
      type: 'allowed',
      approval: { ...(hunks && { hunks }), ...(env && { env }) },
    });
    this.settle();
    return answered;
  }

  /** Answers the questions that the rules and the mode, which have changed, answer by themselves. */
  settle(): void {
    for (const asked of this.#queue.all) {
      const now = this.#decideAll(asked);
      const answer: Answer | undefined =
        now.type === 'refuse'
          ? { type: 'refused', reason: now.reason }
          : now.type === 'allow'
            ? { type: 'allowed', approval: now.env ? { env: now.env } : {} }
            : undefined;
      if (answer) this.#queue.answer(asked.id, answer);
    }
  }

  /** The strictest verdict on what a question asks for. */
  #decideAll({ threadId, question }: WaitingQuestion): Verdict {
    const state = this.#stateOf(threadId);
    const verdicts = question.asks.map(({ request }) => decide(request, state));
    const strictest = verdicts.find(({ type }) => type === 'refuse') ?? verdicts.find(({ type }) => type === 'ask');
    return strictest ?? verdicts[0] ?? { type: 'allow' };
  }

  /** A rule whose files were changed holds again, as far as the question named them. */
  #rememberChanges({ threadId, question }: WaitingQuestion): void {
    for (const { request, reasons } of question.asks) {
      const files = reasons.flatMap((reason) => (reason.type === 'changed' ? reason.files : []));
      if (files.length > 0) this.#parts.rules.answered(this.#rulesFor(request, threadId), files);
    }
  }

  /** The rules that may decide about the request. */
  #rulesFor(request: PermissionRequest, threadId: string): readonly Rule[] {
    const used: Rule[] = [];
    const changedSince = (rule: Rule) => {
      used.push(rule);
      return [];
    };
    decide(request, { ...this.#stateOf(threadId), changedSince });
    return used;
  }

  #stateOf(threadId: string): PermissionState {
    const { rules, mode, isTrusted, paths, ownFolders } = this.#parts;
    return {
      mode: mode(),
      isTrusted: isTrusted(),
      rules: rules.all(threadId),
      paths,
      ownFolders,
      changedSince: (rule) => rules.changedSince(threadId, rule),
    };
  }
}

/** Undefined: all hunks. `unknown`: the question has no such hunks. */
function hunksIn({ hunks }: GivenAnswer, question: Question): ReadonlySet<number> | undefined | 'unknown' {
  if (hunks === undefined) return undefined;
  const shown = changeViews(question).flatMap((change) => change.hunks ?? []);
  const known = new Set(shown.map(({ hunk }) => hunk));
  return hunks.every((hunk) => known.has(hunk)) && known.size > 0 ? new Set(hunks) : 'unknown';
}
