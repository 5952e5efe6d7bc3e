/** The request log as a Markdown document. */

import { indentedJson } from '../../core/lang/cap-depth.ts';
import { fenced } from '../../core/lang/fence.ts';
import type { Json } from '../../core/lang/json.ts';
import { parseJson } from '../../core/lang/json-fields.ts';
import { formatCount } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';
import { clipJson, clipText } from './clip-json.ts';
import { joinEvents } from './join-events.ts';
import { redact } from './redact.ts';
import { findUsage, type ParsedReply, parseLoggedReply } from './reply.ts';
import type { Exchange, RequestLog } from './request-log.ts';

/** Characters of a body that is no JSON. */
const LONGEST_TEXT = 20_000;

/** The newest exchange first. No key that was used in this window is in it. */
export function logDocument({ exchanges, keys }: Pick<RequestLog, 'exchanges' | 'keys'>, l10n: L10n): string {
  const intro = l10n.t(
    'The last requests and replies, the newest first. They are kept in memory only; keys are hidden.',
  );
  const none = exchanges.length === 0 ? [l10n.t('Nothing was sent yet.')] : [];
  const parts = exchanges.map((one) => endedText(one, keys, l10n) ?? exchangeText(one, keys, l10n));
  return redact(`${[`# ${l10n.t('Requests')}`, intro, ...none, ...parts].join('\n\n')}\n`, keys);
}

const ended = new WeakMap<Exchange, string>();

/** What has ended stays as it is, and is written once. */
function endedText(exchange: Exchange, keys: ReadonlySet<string>, l10n: L10n): string | undefined {
  if (exchange.end === 'running') return undefined;
  const text = ended.get(exchange) ?? exchangeText(exchange, keys, l10n);
  ended.set(exchange, text);
  return text;
}

function exchangeText(exchange: Exchange, keys: ReadonlySet<string>, l10n: L10n): string {
  const { call, at, headers } = exchange;
  const time = new Intl.DateTimeFormat(l10n.locale, { timeStyle: 'medium' }).format(at);
  const reply = parseLoggedReply(redact(exchange.reply, keys));
  const facts = factsOf(exchange, findUsage(reply.events), l10n).map((fact) => `- ${fact}`);
  return [
    `## ${[time, call.provider, ...(call.model === undefined ? [] : [call.model])].join(' · ')}`,
    facts.join('\n'),
    `### ${l10n.t('Request')}`,
    ...(call.headers ? [fenced(indentedJson(call.headers), 'json')] : []),
    ...(call.body === '' ? [] : [bodyText(redact(call.body, keys))]),
    `### ${l10n.t('Reply')}`,
    ...(headers ? [fenced(indentedJson(headers), 'json')] : []),
    replyText(reply, exchange.more, l10n),
  ].join('\n\n');
}

function factsOf(exchange: Exchange, usage: Json | undefined, l10n: L10n): readonly string[] {
  const { call, status, first, total, end, error } = exchange;
  const seconds = (ms: number) =>
    l10n.t('{0} s', new Intl.NumberFormat(l10n.locale, { maximumFractionDigits: 2 }).format(ms / 1000));
  return [
    ...(call.address === undefined ? [] : [call.address]),
    endText(end, l10n),
    ...(status === undefined ? [] : [l10n.t('Status {0}', status)]),
    ...(first === undefined ? [] : [l10n.t('First of the reply after {0}', seconds(first))]),
    ...(total === undefined ? [] : [l10n.t('All of it after {0}', seconds(total))]),
    ...(usage === undefined ? [] : [l10n.t('Usage: {0}', JSON.stringify(usage))]),
    ...(error === undefined ? [] : [l10n.t('Error: {0}', error)]),
  ];
}

function endText(end: Exchange['end'], l10n: L10n): string {
  switch (end) {
    case 'running':
      return l10n.t('Still running');
    case 'done':
      return l10n.t('Complete');
    case 'stopped':
      return l10n.t('Stopped');
    case 'failed':
      return l10n.t('Failed');
  }
}

function replyText({ events, rest }: ParsedReply, more: number, l10n: L10n): string {
  const parts = joinEvents(events).map(({ event, count }) => {
    const times = count === 1 ? '' : `${l10n.t('{0} events, joined:', formatCount(count, l10n.locale))}\n\n`;
    return times + fenced(indentedJson(clipJson(event)), 'json');
  });
  const left = rest === '' ? [] : [fenced(clipText(rest, LONGEST_TEXT), '')];
  const cut = more === 0 ? [] : [l10n.plural(more, '… {0} more character', '… {0} more characters')];
  const all = [...parts, ...left, ...cut];
  return all.length === 0 ? l10n.t('Nothing came.') : all.join('\n\n');
}

function bodyText(body: string): string {
  const value = parseJson(body);
  return value.ok ? fenced(indentedJson(clipJson(value.value)), 'json') : fenced(clipText(body, LONGEST_TEXT), '');
}

/** A fence longer than any in the text. */
