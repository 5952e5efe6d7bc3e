/** Exports together the modules that the workspace tools load with their first use, so that the bundler makes one file of them: vsce warns of a package with many scripts. */
import { closeReviews } from './documents/close-reviews.ts';
import { createQuestionShow } from './permission/show-questions.ts';
import { openWorkspace } from './workspace/vscode/open-workspace.ts';

export const workspaceParts = { closeReviews, createQuestionShow, openWorkspace };
