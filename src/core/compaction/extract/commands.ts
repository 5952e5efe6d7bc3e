/** The summary's sections of commands with their exit status, and of errors that no later call resolved. */
import { oneLine } from '../../lang/clip.ts';
import { ENGLISH } from '../../prompts/labels/en.ts';
import type { ThreadLabels } from '../../prompts/labels/labels.ts';
import type { CallResult, PastCall } from './calls.ts';
import { code, type Section, type SectionItem, section } from './section.ts';

const LONGEST_COMMAND = 200;
const LONGEST_ERROR = 200;

interface Run {
  readonly call: PastCall;
  /** 0: it never ran. */
  readonly times: number;
}

/** Each one-line command once, with its last exit status; one that was only ever denied is told as not run. */
export function commandsSection(calls: readonly PastCall[], budget: number, labels: ThreadLabels = ENGLISH): Section {
  const runs = new Map<string, Run>();
  for (const call of calls) {
    const command = call.request.command.trim();
    if (command === '' || command.length > LONGEST_COMMAND || command.includes('\n')) continue;
    const times = runs.get(command)?.times ?? 0;
    if (call.result?.isDenied && times > 0) continue;
    runs.delete(command);
    runs.set(command, { call, times: call.result?.isDenied ? 0 : times + 1 });
  }
  const items = [...runs].map(([command, { call, times }]): SectionItem => {
    const ended = endOf(call.result, labels);
    const text = `- ${code(command)}${times > 1 ? ` ${times}×` : ''}${ended === '' ? '' : `: ${ended}`}`;
    return { text, rank: -call.at - (times > 1 ? calls.length / 10 : 0) };
  });
  return section(labels.commands, items, budget);
}

/** Commands and edits that failed and have not succeeded since. The newest are kept first. */
export function errorsSection(calls: readonly PastCall[], budget: number, labels: ThreadLabels = ENGLISH): Section {
  const open = new Map<string, PastCall>();
  for (const call of calls) {
    if (call.result?.isDenied) continue;
    const key = `${call.request.kind} ${commandPrefix(call)}`;
    open.delete(key);
    if (call.result?.failed) open.set(key, call);
  }
  const items = [...open.values()].map((call): SectionItem => {
    const what = call.request.subject === '' ? call.request.name : oneLine(call.request.subject, 100);
    return { text: `- ${code(what)}: ${errorLine(call.result)}`, rank: -call.at };
  });
  return section(labels.errors, items, budget);
}

/** The first three words of a command: `npm test` and `npm test 2>&1 | tail` count as retries of each other. */
function commandPrefix(call: PastCall): string {
  if (call.request.kind !== 'run') return call.request.subject;
  const words = call.request.command.replace(/^\s*cd \S+\s*(?:&&|;)\s*/, '').replace(/\d?>.*$|\|.*$/s, '');
  return words.trim().split(/\s+/).slice(0, 3).join(' ');
}

function endOf(outcome: CallResult | undefined, labels: ThreadLabels): string {
  if (outcome?.isDenied) return labels.denied;
  if (!outcome?.failed) return '';
  return outcome.exitCode === undefined ? labels.failed : `${labels.exit} ${outcome.exitCode}`;
}

const ERROR_WORDS = /error|fail|exception|cannot|can't|not found|denied|refused|invalid|panic|fatal|traceback|no such/i;
const HEADER = /^(?:exit code|chunk id|wall time|process exited|command failed|output:|<|\s*$)/i;

/** The line of an output that says most about what went wrong. */
function errorLine(outcome: CallResult | undefined): string {
  const lines = (outcome?.text ?? '')
    .slice(-6000)
    .split('\n')
    .filter((line) => !HEADER.test(line.trim()));
  const telling = lines.findLast((line) => ERROR_WORDS.test(line)) ?? lines.at(-1) ?? '';
  return oneLine(telling, LONGEST_ERROR);
}
