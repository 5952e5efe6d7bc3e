/** Groups the list of threads: those at work, pinned ones, then by workspace and by the day of their last change. */
import type { L10n } from '../../l10n/l10n.ts';
import type { ThreadSummary } from '../../storage/thread-index.ts';

export interface ThreadGroup {
  readonly label: string;
  readonly threads: readonly ThreadSummary[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
type Age = 'today' | 'yesterday' | 'week' | 'older';
const AGES: readonly Age[] = ['today', 'yesterday', 'week', 'older'];

/**
 * `threads` come newest first. The groups of `here` (the URI of this window's workspace folder) are before those of other
 * workspaces, which follow each other by their newest thread. `now` is in milliseconds since 1970. `isAtWork` says of a thread's
 * id whether its agent works in this window.
 */
export function groupThreads(
  threads: readonly ThreadSummary[],
  here: string | undefined,
  now: number,
  l10n: L10n,
  isAtWork: (id: string) => boolean,
): readonly ThreadGroup[] {
  const working = threads.filter(({ id }) => isAtWork(id));
  const idle = threads.filter(({ id }) => !isAtWork(id));
  const rest = idle.filter(({ pinned }) => !pinned);
  const workspaces = [...new Set([here, ...rest.map(({ workspace }) => workspace)])];
  const groups = workspaces.flatMap((workspace) =>
    AGES.map((age) => ({
      label: [...(workspace === here ? [] : [folderName(workspace, l10n)]), ageText(age, l10n)].join(' · '),
      threads: rest.filter((thread) => thread.workspace === workspace && ageOf(thread.updatedAt, now) === age),
    })),
  );
  return [
    { label: l10n.t('At Work'), threads: working },
    { label: l10n.t('Pinned'), threads: idle.filter(({ pinned }) => pinned) },
    ...groups,
  ].filter((group) => group.threads.length > 0);
}

/** The last part of the URI's path, as a person knows the folder. */
export function folderName(workspace: string | undefined, l10n: L10n): string {
  const name = workspace?.replace(/\/+$/, '').split('/').at(-1);
  if (!name) return l10n.t('No Folder');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function ageOf(at: number, now: number): Age {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (at >= midnight) return 'today';
  // A day of the calendar may have 23 or 25 hours.
  if (at >= new Date(midnight - DAY_MS / 2).setHours(0, 0, 0, 0)) return 'yesterday';
  return at >= midnight - 6 * DAY_MS ? 'week' : 'older';
}

function ageText(age: Age, { t }: L10n): string {
  const texts: Readonly<Record<Age, string>> = {
    today: t('Today'),
    yesterday: t('Yesterday'),
    week: t('Last 7 Days'),
    older: t('Older'),
  };
  return texts[age];
}
