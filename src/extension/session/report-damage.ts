/** Tells a person that the opened log has damaged lines, which were skipped. */
import type { L10n } from '../l10n/l10n.ts';
import type { SkippedLine } from '../storage/read-log.ts';
import type { OpenThread } from './session-state.ts';
import type { ThreadSession } from './thread-session.ts';

/** Once for each thread that is opened. `log` is given where a person can read the log channel, and gets each line. */
export function reportDamage(
  session: ThreadSession,
  log: { readonly warn: (text: string) => void } | undefined,
  l10n: L10n,
): () => void {
  let known: string | undefined;
  return session.onDidChange(({ open }) => {
    if (!open || open.file === known) return;
    known = open.file;
    for (const { line, detail } of open.skipped) log?.warn(`${open.file}, line ${line}: skipped, ${detail}`);
    const text = damageText(open, log !== undefined, l10n);
    if (text !== undefined) session.notify({ severity: 'warning', text });
  });
}

/** The warning's text; undefined when no line was skipped. */
export function damageText(
  { file, skipped }: Pick<OpenThread, 'file' | 'skipped'>,
  isLogged: boolean,
  l10n: L10n,
): string | undefined {
  const [first] = skipped;
  if (!first) return undefined;
  const where = l10n.t('{0}, line {1}: {2}.', file, first.line, reasonText(first.why, l10n));
  const more =
    skipped.length === 1
      ? l10n.t('The line is skipped.')
      : isLogged
        ? l10n.plural(
            skipped.length - 1,
            'This and {0} more line are skipped; the log channel lists them.',
            'This and {0} more lines are skipped; the log channel lists them.',
          )
        : l10n.plural(
            skipped.length - 1,
            'This and {0} more line are skipped.',
            'This and {0} more lines are skipped.',
          );
  return `${where} ${more} ${l10n.t('All else of the thread is there.')}`;
}

function reasonText(why: SkippedLine['why'], l10n: L10n): string {
  switch (why) {
    case 'torn':
      return l10n.t('the line is not whole, as after a crash');
    case 'foreign':
      return l10n.t('this is no entry of a thread');
    case 'out-of-order':
      return l10n.t('the entry comes after a later one, as when two windows wrote');
    case 'newer-version':
      return l10n.t('the line is of a newer version');
  }
}
