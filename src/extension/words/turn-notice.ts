/** What a person is told when a turn ended without an answer of the model: what, why, and what to do. */
import type { ModelError } from '../../core/agent/model-event.ts';
import type { TurnEnd } from '../../core/agent/turn.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import { translateOwn } from '../../core/lang/own-sentences.ts';
import type { Notice, NoticeAction } from '../../core/protocol/panel-state.ts';
import { formatTokens } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ModelProblem } from '../models/chat-model.ts';
import { comesBack } from './comes-back.ts';
import { diskReason } from './disk-reason.ts';
import { knownRefusal } from './known-refusals.ts';
import { cannotFitNotice, tooLargeText } from './room-notice.ts';
import { saidSentence } from './said-sentence.ts';

/** Returns undefined when the panel shows no notice: the turn is done, was stopped by the person, or asks by its preview. */
export function endNotice(end: TurnEnd, l10n: L10n): Notice | undefined {
  const size = (tokens: number) => formatTokens(tokens, l10n.locale);
  switch (end.type) {
    case 'done':
    case 'stopped':
      return undefined;
    case 'ask':
      return askNotice(end, l10n);
    case 'compaction-off':
      return {
        severity: 'warning',
        text: tooLargeText(end, end.why, l10n),
        actions: ['compactAndRetry', 'openCompactionSettings', 'selectModel'],
      };
    case 'call-limit':
      return {
        severity: 'info',
        text: l10n.t('The agent has made many calls in this turn and is waiting for you to continue.'),
        actions: ['continue'],
      };
    case 'output-limit':
      return {
        severity: 'warning',
        text:
          end.tokens === undefined
            ? l10n.t(
                'The model’s replies were cut at its output limit in the middle of a tool call. Ask for smaller steps, or choose a model that writes longer replies.',
              )
            : l10n.t(
                'The model’s replies were cut at {0} tokens, the output limit, in the middle of a tool call. Ask for smaller steps, or choose a model that writes longer replies.',
                size(end.tokens),
              ),
        actions: ['continue', 'selectModel', 'openReserveSetting'],
      };
    case 'cannot-fit':
      return cannotFitNotice(end, l10n);
    case 'failed':
      return failureNotice(end.error, l10n);
    case 'write-failed':
      return {
        severity: 'error',
        text:
          end.reason === 'held'
            ? l10n.t('Another window has taken this thread over. What you typed last may not be in it.')
            : l10n.t('{0} The agent has stopped; the thread is as it was.', diskReason(end.reason, l10n)),
        actions: ['continue'],
      };
    default:
      return assertNever(end);
  }
}

/** The card of a call that failed for good: the provider's own sentence on the first line, then what to do. */
export function failureNotice(error: ModelError, l10n: L10n, now = Date.now()): Notice {
  const { kind } = error;
  const message = translateOwn(error.message, l10n.t);
  const { text, actions, isOwn } = knownRefusal(error, l10n) ?? {
    text: [error.isKeyless ? keylessText(l10n) : failureText(kind, l10n), ...comesBack(error, now, l10n)].join(' '),
    actions: FAILURE_ACTIONS[kind],
    isOwn: kind === 'empty' || kind === 'endless' || kind === 'cancelled',
  };
  const said = isOwn ? undefined : saidSentence(message);
  const whole = said === undefined ? text : `${said}\n${text}`;
  return { severity: 'error', text: whole, ...(message !== '' && { details: message }), actions };
}

function keylessText(l10n: L10n): string {
  return l10n.t('The server refused a request without a key, and none is stored for it. Set the key that it asks for.');
}

const FAILURE_ACTIONS: Readonly<Record<ModelError['kind'], readonly NoticeAction[]>> = {
  auth: ['setApiKey', 'otherModel', 'retry', 'showRequestLog'],
  quota: ['otherModel', 'retry', 'setApiKey', 'showRequestLog'],
  'rate-limit': ['retry', 'otherModel', 'showRequestLog'],
  overloaded: ['retry', 'otherModel', 'showRequestLog'],
  overflow: ['compactAndRetry', 'selectModel', 'showRequestLog'],
  network: ['retry', 'otherModel', 'setAddress', 'showRequestLog'],
  'invalid-request': ['retry', 'selectModel', 'setAddress', 'showRequestLog'],
  refused: ['selectModel', 'showRequestLog'],
  empty: ['retry', 'selectModel', 'showRequestLog'],
  endless: ['continue', 'selectModel', 'showRequestLog'],
  cancelled: ['retry'],
};

function failureText(kind: ModelError['kind'], l10n: L10n): string {
  switch (kind) {
    case 'auth':
      return l10n.t('The provider refused the key: it is wrong, or its account may not use this model.');
    case 'quota':
      return l10n.t(
        'The quota that your account has at the provider is used up, or it has no credit left. Your message is kept.',
      );
    case 'rate-limit':
      return l10n.t('The provider’s limit on requests is reached. Your message is kept; try again a little later.');
    case 'overloaded':
      return l10n.t('The provider is failing or overloaded. Your message is kept; try again a little later.');
    case 'overflow':
      return l10n.t('The provider says that the request is too long for the model.');
    case 'network':
      return l10n.t('The provider could not be reached, or the connection broke.');
    case 'invalid-request':
      return l10n.t(
        'The provider did not take the request as it was sent. Look whether the model and the address of the provider are right.',
      );
    case 'refused':
      return l10n.t('The model or its provider declined to answer this.');
    case 'empty':
      return l10n.t(
        'The model said nothing, although it was asked twice. Ask in other words, or choose another model.',
      );
    case 'endless':
      return l10n.t(
        'The reply did not end, so it was stopped; the text that came until then is kept. Go on, or choose another model.',
      );
    case 'cancelled':
      return l10n.t('The call was cancelled.');
    default:
      return assertNever(kind);
  }
}

function askNotice(end: Extract<TurnEnd, { type: 'ask' }>, l10n: L10n): Notice | undefined {
  switch (end.why) {
    case 'configured':
    case 'undone':
      return undefined;
    case 'too-large':
      return {
        severity: 'warning',
        text: tooLargeText(end, 'not-automatic', l10n),
        actions: ['compactAndRetry', 'openCompactionSettings', 'selectModel'],
      };
    default:
      return assertNever(end);
  }
}

/** The notice for a thread whose model cannot be used. */
export function modelProblemNotice(problem: ModelProblem, l10n: L10n): Notice {
  switch (problem.type) {
    case 'no-key':
      return {
        severity: 'warning',
        text: l10n.t('There is no API key for {0}.', problem.provider),
        actions: ['setApiKey', 'selectModel'],
      };
    case 'unknown-model':
      return {
        severity: 'warning',
        text: l10n.t('The model {0} can’t be used here. Choose another one.', problem.model),
        actions: ['selectModel'],
      };
    case 'bad-url':
      return {
        severity: 'warning',
        text: l10n.t('The setting {0} needs a URL such as http://localhost:11434/v1.', problem.setting),
        actions: ['setAddress', 'selectModel'],
      };
    case 'recording-only':
      return {
        severity: 'info',
        text: l10n.t(
          'This thread needs a model to go on. What you typed is kept. See a recorded agent at work in a new thread, or select a model.',
        ),
        actions: ['playRecording', 'selectModel'],
      };
    case 'provider-failed':
      return failureNotice(problem.error, l10n);
    default:
      return assertNever(problem);
  }
}

/** The notice after a person dismissed the question whether to compact before their message is sent. */
export function waitingNotice(l10n: L10n): Notice {
  return {
    severity: 'info',
    text: l10n.t('What you typed is kept and not sent yet.'),
    actions: ['previewCompaction'],
  };
}

/** The notice when a fault of Spool ended the turn; the log channel has the stack. */
export function faultNotice(l10n: L10n): Notice {
  return {
    severity: 'error',
    text: l10n.t('The agent stopped because of an error in Spool. Nothing is lost; the log channel has the details.'),
    actions: ['continue'],
  };
}

/** How an unfinished thread ends: with a message without a reply, with a reply that broke off with its failed call, or in another way. */
export type UnfinishedThread = 'unanswered' | 'failed' | 'unfinished';

/**
 * A thread that was left unfinished: its window was closed, the turn was stopped, or its call failed. Where the log does not say which,
 * the notice does not either.
 */
export function unfinishedNotice(how: UnfinishedThread, l10n: L10n): Notice {
  switch (how) {
    case 'unanswered':
      return { severity: 'info', text: l10n.t('The newest message was not answered.'), actions: ['retry'] };
    case 'failed':
      return {
        severity: 'info',
        text: l10n.t(
          'The newest reply broke off as its request failed. Retry sends the request again; Continue keeps what has come.',
        ),
        actions: ['retry', 'continue'],
      };
    case 'unfinished':
      return {
        severity: 'info',
        text: l10n.t('The agent has not finished in this thread. It can go on from where it is.'),
        actions: ['continue'],
      };
    default:
      return assertNever(how);
  }
}
