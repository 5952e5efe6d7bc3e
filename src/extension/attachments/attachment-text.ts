/** The messages to the person about attachments: what was attached, and why a file was refused. */
import { assertNever } from '../../core/lang/assert-never.ts';
import type { FileProblem } from '../../core/workspace/ports.ts';
import { problemText } from '../../core/workspace/problem-text.ts';
import type { L10n } from '../l10n/l10n.ts';
import { MOST_ATTACHMENTS } from './draft-attachments.ts';

export type AttachProblem =
  | { readonly type: 'restricted' }
  /** `part` of the path says that the file holds keys or passwords. */
  | { readonly type: 'secret'; readonly name: string; readonly part: string }
  | { readonly type: 'own-storage' | 'binary' | 'empty-folder'; readonly name: string }
  /** In characters. */
  | { readonly type: 'too-long'; readonly name: string; readonly length: number; readonly most: number }
  | { readonly type: 'file'; readonly name: string; readonly problem: FileProblem }
  | { readonly type: 'no-editor' | 'no-selection' | 'no-problems' | 'no-folder' | 'full' };

export function attachProblemText(problem: AttachProblem, { t, locale }: L10n): string {
  const count = (n: number) => n.toLocaleString(locale);
  switch (problem.type) {
    case 'restricted':
      return t(
        'Restricted Mode: files of this workspace can be attached once you trust it. Until then, attach a selection of an editor.',
      );
    case 'secret':
      return t(
        '{0} was not attached: by its name ({1}) it may hold keys or passwords. Paste the lines that matter instead.',
        problem.name,
        problem.part,
      );
    case 'own-storage':
      return t('{0} was not attached: it is one of Spool’s own files.', problem.name);
    case 'binary':
      return t('{0} was not attached: it is neither text nor an image or a PDF.', problem.name);
    case 'empty-folder':
      return t('{0} was not attached: the folder holds no files.', problem.name);
    case 'too-long':
      return t(
        '{0} was not attached: it has {1} characters, and at most {2} can be attached. Select the lines that matter, or name the file in the message: the agent reads it page by page.',
        problem.name,
        count(problem.length),
        count(problem.most),
      );
    case 'file':
      return problem.problem.type === 'too-large'
        ? t(
            '{0} was not attached: it has {1} bytes, and at most {2} can be attached.',
            problem.name,
            count(problem.problem.size),
            count(problem.problem.most),
          )
        : problemText(problem.name, problem.problem, t);
    case 'no-editor':
      return t('No file is open in an editor. Open one, select the lines, and try again.');
    case 'no-selection':
      return t('Nothing is selected in the editor. Select the lines to attach, and try again.');
    case 'no-problems':
      return t('The Problems panel is empty, so there is nothing to attach.');
    case 'no-folder':
      return t('No folder is open, so it has no files to attach.');
    case 'full':
      return t('A message takes {0} attachments at most. Remove one first.', MOST_ATTACHMENTS);
    default:
      return assertNever(problem);
  }
}
