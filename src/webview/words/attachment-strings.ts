/** The words of attachments: chips of the draft and of messages. */
import type { DraftAttachmentView } from '../../core/protocol/draft-attachment.ts';
import type { AttachmentView } from '../../core/view/row.ts';
import { spoken } from './format.ts';
import { plural, t } from './l10n.ts';
import { messages } from './row-strings.ts';

/** Between a name and its lines nothing may break. */
export function attachmentLabel({ kind, name, lines }: Pick<AttachmentView, 'kind' | 'name' | 'lines'>): string {
  const shown = name ?? messages.attachment(kind);
  if (!lines) return shown;
  return lines.from === lines.to ? `${shown}:${lines.from}` : `${shown}:${lines.from}–${lines.to}`;
}

export const attachments = {
  name: () => t('Attached to this message'),
  said: (one: DraftAttachmentView) => t('Attached: {0}, {1} tokens', attachmentLabel(one), spoken(one.tokens)),
  saidMany: (n: number) => plural(n, '{0} attachment added', '{0} attachments added'),
  inQueue: (n: number) => plural(n, '{0} attachment', '{0} attachments'),
  open: (label: string) => t('Open {0}', label),
  remove: (label: string) => t('Remove {0}', label),
  again: (label: string) => t('Attach {0} again as it is now', label),
  changed: () => t('changed since'),
  changedWhy: () => t('The file has changed since. The message holds what was attached, until you attach it again.'),
  gone: () => t('file is gone'),
  goneWhy: () => t('The file is not there any more. The message holds what was attached.'),
  unseen: () => t('not shown to the model'),
  unseenWhy: (model: string) => t('{0} takes no images: it reads a line that says so in place of this one.', model),
};
