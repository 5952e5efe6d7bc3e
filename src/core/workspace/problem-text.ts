/** Tells the model why something could not be done with a file. */
import { assertNever } from '../lang/assert-never.ts';
import type { FileProblem } from './ports.ts';

/** One or two sentences. `path` as the model gave it. */
export function problemText(path: string, problem: FileProblem): string {
  switch (problem.type) {
    case 'missing':
      return `There is no file ${path}.`;
    case 'exists':
      return `${path} exists already.`;
    case 'folder':
      return `${path} is a folder, not a file.`;
    case 'no-folder':
      return `A part of ${path} is a file, so nothing can be below it.`;
    case 'no-file':
      return `${path} is a device, a pipe or a socket, not a file.`;
    case 'not-text':
      return `${path} is not a text file.`;
    case 'no-permission':
      return `The system does not permit access to ${path}.`;
    case 'read-only':
      return `${path} is read-only.`;
    case 'too-large':
      return `${path} has ${problem.size} bytes, and this tool takes ${problem.most} at most.`;
    case 'link':
      return `${path} leads through a link that was made meanwhile.`;
    case 'outdated':
      return `${path} was changed meanwhile.`;
    case 'lossy':
      return `${path} is not valid in its encoding (${problem.encoding}), so writing its text again would damage it.`;
    case 'unencodable':
      return `The encoding of ${path} (${problem.encoding}) lacks a character of the new text.`;
    case 'unsaved':
      return `${path} has unsaved changes in an editor. Ask the person to save or revert it.`;
    case 'notebook':
      return `${path} is a notebook, which this tool does not change.`;
    case 'unreachable':
      return `${path} is on no disk that can be reached: its folder was closed, or it is a virtual file.`;
    case 'disk-full':
      return `The disk is full, so ${path} could not be written.`;
    case 'not-recorded':
      return `What ${path} holds could not be kept for a restore (${problem.reason}).`;
    case 'no-copy':
      return `The copy of ${path} is missing or damaged.`;
    case 'not-written':
      return `${path} could not be written as it should be: ${problem.reason}.`;
    case 'other':
      return `${path} could not be reached: ${problem.reason}.`;
    default:
      return assertNever(problem);
  }
}
