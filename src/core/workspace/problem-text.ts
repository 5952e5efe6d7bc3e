/** Says why something could not be done with a file: to the model in English, or to a person in their language. */

import { assertNever } from '../lang/assert-never.ts';
import { filled, type Translate } from '../lang/translate.ts';
import { namedPath } from './named-path.ts';
import type { FileProblem } from './ports.ts';

/** One or two sentences. `given` is the path as the model gave it. */
export function problemText(given: string, problem: FileProblem, t: Translate = filled): string {
  const path = namedPath(given);
  switch (problem.type) {
    case 'missing':
      return t('There is no file {0}.', path);
    case 'exists':
      return t('{0} exists already.', path);
    case 'folder':
      return t('{0} is a folder, not a file.', path);
    case 'no-folder':
      return t('A part of {0} is a file, so nothing can be below it.', path);
    case 'no-file':
      return t('{0} is a device, a pipe or a socket, not a file.', path);
    case 'not-text':
      return t('{0} is not a text file.', path);
    case 'no-permission':
      return t('The system does not permit access to {0}.', path);
    case 'read-only':
      return t('{0} is read-only.', path);
    case 'too-large':
      return t('{0} has {1} bytes, and this tool takes {2} at most.', path, problem.size, problem.most);
    case 'link':
      return t('{0} leads through a link that was made meanwhile.', path);
    case 'outdated':
      return t('{0} was changed meanwhile.', path);
    case 'lossy':
      return t(
        '{0} is not valid in its encoding ({1}), so writing its text again would damage it.',
        path,
        problem.encoding,
      );
    case 'unencodable':
      return t('The encoding of {0} ({1}) lacks a character of the new text.', path, problem.encoding);
    case 'unsaved':
      return t('{0} has unsaved changes in an editor. Ask the person to save or revert it.', path);
    case 'notebook':
      return t('{0} is a notebook, which this tool does not change.', path);
    case 'unreachable':
      return t('{0} is on no disk that can be reached: its folder was closed, or it is a virtual file.', path);
    case 'disk-full':
      return t('The disk is full, so {0} could not be written.', path);
    case 'not-recorded':
      return t('What {0} holds could not be kept for a restore ({1}).', path, problem.reason);
    case 'no-copy':
      return t('The copy of {0} is missing or damaged.', path);
    case 'uncopied':
      return problem.why === 'too-large'
        ? t('{0} is too large to keep a copy of it.', path)
        : t('No copy of {0} is kept: those of this thread take up all the space that they may.', path);
    case 'not-written':
      return t('{0} could not be written as it should be: {1}.', path, problem.reason);
    case 'other':
      return t('{0} could not be reached: {1}.', path, problem.reason);
    default:
      return assertNever(problem);
  }
}
