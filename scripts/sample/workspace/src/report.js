/** What ferry prints for people: sizes, times and the summary of an upload. */

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Decimal units, as the store's invoices use them. */
export function formatBytes(bytes) {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${value} B` : `${value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}

/** "850 ms", "12.3 s", "4 min 05 s", "2 h 03 min". */
export function formatDuration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Columns as wide as their widest cell; the first is flush left, the others flush right. */
export function formatTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? String(cell).padEnd(widths[column]) : String(cell).padStart(widths[column]),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param {{ file: string, size: number, counts: Record<string, number>, left: number, attempts: number, tookMs: number }} run */
export function formatSummary(run) {
  const total = Object.values(run.counts).reduce((sum, count) => sum + count, 0);
  const lines = [
    `${run.file}: ${run.counts.acknowledged} of ${total} parts delivered (${formatBytes(run.size)}, ${run.attempts} attempts, ${formatDuration(run.tookMs)})`,
  ];
  if (run.counts.failed > 0) lines.push(`  ${run.counts.failed} refused by the server`);
  if (run.left > 0) lines.push(`  ${run.left} not finished; run the same command again to go on`);
  return lines.join('\n');
}

/** @param {ReturnType<typeof import('./log-stats.js').logStats>} stats */
export function formatStats(stats) {
  const rows = [
    ['', 'count', 'p50', 'p95', 'max'],
    [
      'attempt took',
      stats.took.count,
      ...['p50', 'p95', 'max'].map((key) => (stats.took[key] === undefined ? '-' : `${stats.took[key]} ms`)),
    ],
    [
      'wait before a retry',
      stats.waits.count,
      ...['p50', 'p95', 'max'].map((key) => (stats.waits[key] === undefined ? '-' : `${stats.waits[key]} ms`)),
    ],
  ];
  const status = Object.entries(stats.byStatus).map(([key, count]) => `${key}: ${count}`);
  return [
    `${stats.lines} lines over ${formatDuration(stats.lastsMs)}${stats.foreign > 0 ? ` (${stats.foreign} not ours)` : ''}`,
    `acknowledged ${stats.acked}, refused ${stats.failed}, dead ${stats.dead}, retries ${stats.retries}${status.length > 0 ? ` (${status.join(', ')})` : ''}`,
    '',
    formatTable(rows),
    '',
    'most tried:',
    ...stats.mostTried.map(({ part, attempts }) => `  part ${String(part).padStart(3, '0')}  ${attempts} attempts`),
  ].join('\n');
}
