/** Joins what the tools of the workspace need and is loaded with their first use into one chunk: vsce warns of a package with many scripts. */
import { closeReviews } from './documents/close-reviews.ts';
import { createQuestionShow } from './permission/show-questions.ts';
import { openWorkspace } from './workspace/vscode/open-workspace.ts';

export const workspaceParts = { closeReviews, createQuestionShow, openWorkspace };
