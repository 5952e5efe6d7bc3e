/** What the composer offers after `@`: files, folders and symbols of the workspace, the selection and the problems. */
import type { AttachWish } from './draft-attachment.ts';

export interface MentionView {
  readonly kind: 'file' | 'folder' | 'symbol' | 'selection' | 'problems';
  /** A path from the workspace folder, or the name of a symbol; absent where the kind says it all. */
  readonly name?: string;
  /** Of a symbol the file that it is in, of a selection the file with its lines. */
  readonly detail?: string;
  /** What is attached when it is chosen. */
  readonly wish: AttachWish;
}

export interface Mentions {
  readonly list: readonly MentionView[];
  /** Why files may be missing. */
  readonly lacks?: 'restricted' | 'no-folder';
}
