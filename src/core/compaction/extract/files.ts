/** The summary's section of files: which were read (with line ranges) and which were changed. */

import { ENGLISH } from '../../prompts/labels/en.ts';
import type { ThreadLabels } from '../../prompts/labels/labels.ts';
import type { LineRange } from '../../thread/tool-kind.ts';
import type { PastCall } from './calls.ts';
import { type Section, type SectionItem, section } from './section.ts';

interface FileUse {
  readonly ranges: LineRange[];
  reads: number;
  changes: number;
  last: number;
}

const MOST_RANGES = 6;
const LONGEST_PATH = 240;

/** Changed files outlast those that were only read, recent ones the older. */
export function filesSection(calls: readonly PastCall[], budget: number, labels: ThreadLabels = ENGLISH): Section {
  const files = new Map<string, FileUse>();
  for (const call of calls) {
    if (call.result?.failed) continue;
    for (const { path, kind, range } of touched(call)) {
      const file = files.get(path) ?? { ranges: [], reads: 0, changes: 0, last: 0 };
      files.set(path, file);
      file.last = call.at;
      if (kind === 'edit') file.changes++;
      else {
        file.reads++;
        if (range) file.ranges.push(range);
      }
    }
  }
  const items = [...files].map(([path, file]): SectionItem => {
    const read = file.reads > 0 ? [`${labels.read}${rangesText(file)}`] : [];
    const changed = file.changes > 0 ? [`${labels.changed}${file.changes > 1 ? ` ${file.changes}×` : ''}`] : [];
    return { text: `- ${path}: ${[...changed, ...read].join(', ')}`, rank: (file.changes > 0 ? 0 : 1e9) - file.last };
  });
  return section(labels.files, items, budget);
}

interface Touch {
  readonly path: string;
  readonly kind: 'read' | 'edit';
  readonly range?: LineRange | undefined;
}

const SED = /\bsed -n ['"]?(\d{1,7}),(\d{1,7})p['"]?;? +['"]?([^\s'"|;&>]+)/g;
const CAT = /(?:^|[;&|]\s*)(?:cat|head|tail|nl)(?: -\w+(?: \d+)?)* +['"]?([^\s'"|;&<>-][^\s'"|;&<>]*\.\w{1,8})\b/gm;
const WRITTEN_TO = /(?:^|[^>&\d])>>?\s*['"]?([^\s'"|;&<>]+\.\w{1,8})\b/g;

const known = new WeakMap<PastCall['request'], readonly Touch[]>();

/** The files that a call read or changed; for a command, as far as its words tell. */
export function touched(call: PastCall): readonly Touch[] {
  const found = known.get(call.request) ?? touchedBy(call);
  known.set(call.request, found);
  return found;
}

function touchedBy(call: PastCall): readonly Touch[] {
  if (call.request.kind === 'read')
    return pathsIn(call.request.subject).map((path) => ({ path, kind: 'read', range: call.request.range }));
  if (call.request.kind === 'edit') {
    return call.request.subject
      .split(', ')
      .flatMap((part) => pathsIn(part).map((path) => ({ path, kind: 'edit' }) as const));
  }
  if (call.request.kind !== 'run') return [];
  const command = call.request.command.slice(0, 2000);
  return [
    ...[...command.matchAll(SED)].map((m): Touch => {
      return { path: m[3] ?? '', kind: 'read', range: { from: Number(m[1]), to: Number(m[2]) } };
    }),
    ...[...command.matchAll(CAT)].map((m): Touch => ({ path: m[1] ?? '', kind: 'read' })),
    ...[...command.matchAll(WRITTEN_TO)].map((m): Touch => ({ path: m[1] ?? '', kind: 'edit' })),
  ];
}

function pathsIn(subject: string): readonly string[] {
  return subject === '' || subject.length > LONGEST_PATH || subject.endsWith('…') ? [] : [subject];
}

/** ` 1–120, 280–319`: merged, in order; nothing when the whole file was read or the ranges are too many. */
function rangesText(file: FileUse): string {
  if (file.ranges.length < file.reads) return '';
  const merged: { from: number; to: number }[] = [];
  for (const { from, to = Number.POSITIVE_INFINITY } of [...file.ranges].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  if (merged.length > MOST_RANGES) return '';
  return ` ${merged.map(({ from, to }) => (to === Number.POSITIVE_INFINITY ? `${from}–` : `${from}–${to}`)).join(', ')}`;
}
