/** Closes the diff editors of proposed changes once their question was answered. */
import * as vscode from 'vscode';
import type { WaitingQuestion } from '../permission/question-queue.ts';
import { fromQuery, SCHEME } from './document-address.ts';

/** `open` are the questions that wait for an answer. */
export async function closeReviews(open: readonly WaitingQuestion[]): Promise<void> {
  const isAnswered = ({ scheme, query }: vscode.Uri) => {
    const address = scheme === SCHEME ? fromQuery(query) : undefined;
    if (address?.show !== 'change') return false;
    return !open.some(({ id, question }) => id === address.question && question.call === address.call);
  };
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && isAnswered(input.modified));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}
