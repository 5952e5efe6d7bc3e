/** Tells the model why a call was refused without a question, and what it can do. */
import type { RefusalReason } from '../permission/reason.ts';

export function refusalText(refusal: RefusalReason): string {
  switch (refusal.type) {
    case 'restricted':
      return 'Nothing was done: the person has not trusted this workspace, so no tool may read or change it. Answer without tools.';
    case 'plan':
      if (refusal.isExternal)
        return 'Nothing was done: the person has chosen the mode Plan, in which no tool of another extension or server is used, since nobody knows what it changes. Read what you need with the other tools and say what you would do.';
      return 'Nothing was done: the person has chosen the mode Plan, in which nothing is changed and no command is run. Read what you need and say what you would do.';
    case 'illegal-path':
      return `Nothing was done: ${JSON.stringify(refusal.path)} is no path of this workspace. Give a path relative to the workspace folder, without "..", "%" escapes or a scheme.`;
  }
}
