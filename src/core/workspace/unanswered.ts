/** The tool result for a call that needs a person's permission where no person can be asked. */
import { ellipsize, oneLine } from '../lang/clip.ts';
import { shownCommand } from '../permission/hidden-characters.ts';
import type { Answer, Question } from './authority.ts';
import { reasonText } from './reason-text.ts';

/** UTF-16 units of the command and of a tool's name, and reasons, that are shown. */
const MOST_COMMAND = 2_000;
const MOST_NAME = 100;
const MOST_REASONS = 10;

const HOW_AS_SUB_AGENT =
  'The agent that gave you the task can ask the person: name in your answer what it should look at.';

/** `Authority.ask` for a sub-agent. */
export async function askNobody(question: Question): Promise<Answer> {
  return { type: 'unanswered', text: unansweredText(question, HOW_AS_SUB_AGENT) };
}

/** `how` says what a person can do so that it is allowed next time. */
export function unansweredText({ asks, proposal }: Pick<Question, 'asks' | 'proposal'>, how: string): string {
  const reasons = [...new Set(asks.flatMap((ask) => ask.reasons.map((reason) => reasonText(reason))))];
  const more = reasons.length - MOST_REASONS;
  return [
    'Nothing was done: this call needs the permission of a person, and here no person can be asked.',
    ...(proposal?.type === 'command' ? [`Command: ${ellipsize(shownCommand(proposal.command), MOST_COMMAND)}`] : []),
    ...(proposal?.type === 'external' ? [`Tool: ${oneLine(shownCommand(proposal.id), MOST_NAME)}`] : []),
    ...reasons.slice(0, MOST_REASONS).map((reason) => `- ${reason}`),
    ...(more > 0 ? [`- There are ${more} more reasons.`] : []),
    `Go on without it, and say at the end what could not be done. ${how}`,
  ].join('\n');
}
