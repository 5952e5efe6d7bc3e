/** A new member of a union does not compile until each place that reads the union knows it. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';

interface Union {
  /** Where it is declared: its file in `src`, and the text right before its first member. */
  readonly file: string;
  readonly declaration: string;
  /** Files of `src` that may not compile with a new member. */
  readonly readers: readonly string[];
}

/** `STRATEGIES`-like lists hold names, types ending in `=` as they are declared; `tagged` unions are told apart by `type`. */
const NAMES: Readonly<Record<string, Union>> = {
  Strategy: {
    file: 'core/thread/strategy.ts',
    declaration: 'export const STRATEGIES = [',
    readers: ['core/agent/run-compaction.ts', 'core/thread/strategy.ts'],
  },
  CompactionMethod: {
    file: 'core/thread/strategy.ts',
    declaration: 'export const METHODS = [',
    readers: ['core/thread/strategy.ts', 'webview/words/marker-strings.ts'],
  },
  FallbackReason: {
    file: 'core/thread/strategy.ts',
    declaration: 'const FALLBACK_REASONS = [',
    readers: ['core/compaction/summary-cooldown.ts', 'webview/words/marker-body-strings.ts'],
  },
  StepKind: {
    file: 'core/thread/strategy.ts',
    declaration: 'export const STEP_KINDS = [',
    readers: ['webview/ui/parts/marker-sections.ts', 'webview/words/marker-body-strings.ts'],
  },
  Fate: {
    file: 'core/thread/edit.ts',
    declaration: 'export type Fate =',
    readers: [
      'core/compaction/edit-summary.ts',
      'core/compaction/local-strategies.ts',
      'core/view/marker-summary.ts',
      'core/view/row-words.ts',
      'webview/state/segments.ts',
      'webview/ui/parts/badge.ts',
    ],
  },
  RowFate: {
    file: 'core/view/row.ts',
    declaration: 'export type RowFate =',
    readers: ['core/view/row-words.ts', 'webview/state/segments.ts', 'webview/ui/parts/badge.ts'],
  },
  MarkerState: {
    file: 'core/view/row.ts',
    declaration: 'type MarkerState =',
    readers: ['extension/documents/thread-text.ts'],
  },
  RowTrigger: {
    file: 'core/view/row.ts',
    declaration: "readonly trigger: 'manual' |",
    readers: ['webview/words/marker-strings.ts'],
  },
  MessageCut: {
    file: 'core/thread/entry.ts',
    declaration: 'export const CUTS = [',
    readers: ['webview/words/row-strings.ts'],
  },
  Origin: {
    file: 'core/thread/entry.ts',
    declaration: 'export type Origin =',
    readers: ['core/compaction/summarize/transcript.ts', 'core/tool-output/render.ts'],
  },
  CallKind: {
    file: 'core/thread/tool-kind.ts',
    declaration: 'export type CallKind =',
    readers: [
      'core/compaction/extract/weights.ts',
      'core/thread/tool-kind.ts',
      'webview/ui/dock/spool-context-card.ts',
      'webview/ui/thread/spool-tool.ts',
      'webview/words/row-strings.ts',
    ],
  },
  LineKind: {
    file: 'core/compaction/extract/lines.ts',
    declaration: 'export type LineKind =',
    readers: ['core/compaction/extract/score.ts', 'core/compaction/extract/weights.ts'],
  },
  ModelErrorKind: {
    file: 'core/agent/model-event.ts',
    declaration: 'readonly kind:',
    readers: [
      'core/agent/retry.ts',
      'core/agent/summary-model.ts',
      'extension/commands/api-key.ts',
      'extension/words/turn-notice.ts',
    ],
  },
  TurnPhase: {
    file: 'core/protocol/panel-state.ts',
    declaration: 'export type TurnPhase =',
    readers: ['webview/words/turn-strings.ts'],
  },
  NoticeAction: {
    file: 'core/protocol/panel-state.ts',
    declaration: 'export const NOTICE_ACTIONS = [',
    readers: ['extension/commands/notice-action.ts', 'webview/words/turn-strings.ts'],
  },
  SegmentKind: {
    file: 'core/view/meter.ts',
    declaration: 'export const SEGMENTS = [',
    readers: ['core/view/segments.ts', 'webview/ui/parts/preview-fates.ts', 'webview/words/context-strings.ts'],
  },
  MeterTone: {
    file: 'core/view/meter.ts',
    declaration: 'export type MeterTone =',
    readers: ['extension/status-bar/meter-text.ts'],
  },
  ProviderId: {
    file: 'providers/shared/provider.ts',
    declaration: 'export const PROVIDER_IDS = [',
    readers: ['extension/models/provider-facts.ts', 'providers/registry.ts'],
  },
  Offer: {
    file: 'extension/words/outcome-text.ts',
    declaration: 'export type Offer =',
    readers: ['extension/commands/notifier.ts'],
  },
};

const TAGGED: Readonly<Record<string, Union>> = {
  Row: {
    file: 'core/view/row.ts',
    declaration: 'export type Row =',
    readers: [
      'extension/documents/thread-text.ts',
      'webview/ui/thread/row-template.ts',
      'webview/ui/thread/spool-short-row.ts',
      'webview/words/row-strings.ts',
    ],
  },
  Entry: {
    file: 'core/thread/entry.ts',
    declaration: 'export type Entry =',
    readers: ['core/compaction/trigger.ts', 'core/thread/thread-meta.ts', 'core/thread/thread.ts', 'core/view/rows.ts'],
  },
  Block: {
    file: 'core/message/message.ts',
    declaration: 'export type Block =',
    readers: [
      'core/compaction/extract/lines.ts',
      'core/compaction/summarize/transcript.ts',
      'core/thread/readable-blocks.ts',
      'extension/documents/thread-text.ts',
      'providers/openai-compatible/to-messages.ts',
      'providers/openai-responses/to-input.ts',
    ],
  },
  Plan: {
    file: 'core/compaction/plan.ts',
    declaration: 'export type Plan =',
    readers: ['extension/commands/model-fit.ts', 'extension/words/outcome-text.ts'],
  },
  UndoProblem: {
    file: 'core/compaction/undo.ts',
    declaration: 'export type UndoProblem =',
    readers: ['extension/words/outcome-text.ts'],
  },
  AttemptOutcome: {
    file: 'core/agent/run-compaction.ts',
    declaration: '\ntype AttemptOutcome =',
    readers: ['core/agent/run-compaction.ts'],
  },
  ModelEvent: {
    file: 'core/agent/model-event.ts',
    declaration: 'export type ModelEvent =',
    readers: ['core/agent/model-event.ts', 'extension/agent/progress.ts', 'extension/agent/reply-stream-buffer.ts'],
  },
  CompactionEvent: {
    file: 'core/agent/ports.ts',
    declaration: 'export type CompactionEvent =',
    readers: ['extension/agent/create-agent.ts', 'extension/agent/progress.ts'],
  },
  NextCall: {
    file: 'core/agent/next-call.ts',
    declaration: 'export type NextCall =',
    readers: ['extension/words/turn-notice.ts'],
  },
  TurnEnd: {
    file: 'core/agent/turn.ts',
    declaration: 'export type TurnEnd =',
    readers: ['extension/words/turn-notice.ts'],
  },
  Busy: {
    file: 'core/protocol/panel-state.ts',
    declaration: 'export type Busy =',
    readers: ['extension/status-bar/meter-text.ts', 'webview/a11y/announce.ts', 'webview/ui/thread/running-status.ts'],
  },
  ModelProblem: {
    file: 'extension/models/chat-model.ts',
    declaration: 'export type ModelProblem =',
    readers: ['extension/commands/model-items.ts', 'extension/words/turn-notice.ts'],
  },
  CompactOutcome: {
    file: 'extension/session/outcome.ts',
    declaration: 'export type CompactOutcome =',
    readers: ['extension/words/outcome-text.ts'],
  },
  UndoOutcome: {
    file: 'extension/session/outcome.ts',
    declaration: 'export type UndoOutcome =',
    readers: ['extension/words/outcome-text.ts'],
  },
  ImportThreadOutcome: {
    file: 'extension/session/outcome.ts',
    declaration: 'export type ImportThreadOutcome =',
    readers: ['extension/words/import-text.ts'],
  },
  OpenFailure: {
    file: 'extension/storage/open-thread.ts',
    declaration: 'export type OpenFailure =',
    readers: ['extension/words/outcome-text.ts'],
  },
  Choice: {
    file: 'extension/commands/model-items.ts',
    declaration: 'export type Choice =',
    readers: ['extension/commands/select-model.ts'],
  },
  GaugeState: {
    file: 'core/protocol/gauge-state.ts',
    declaration: 'export type GaugeState =',
    readers: [
      'webview/ui/dock/spool-context-card.ts',
      'webview/ui/dock/spool-gauge.ts',
      'extension/status-bar/meter-text.ts',
    ],
  },
  Action: {
    file: 'webview/state/action.ts',
    declaration: 'export type Action =',
    readers: ['webview/app/app.ts'],
  },
};

const ALL = Object.entries({ ...NAMES, ...TAGGED });
const src = fileURLToPath(new URL('../../src', import.meta.url));

const LIBS = ['es2024', 'dom', 'dom.iterable'];
const TYPES = ['node', 'vscode'];

/** Names of the unions whose new member an error of the file is about, by the file. */
let failures: ReadonlyMap<string, ReadonlySet<string>>;

beforeAll(() => {
  failures = failuresOf(extended());
});

it.each(ALL)('a new %s does not compile in the files that read it', (name, { readers }) => {
  expect(readers.filter((reader) => !failures.get(reader)?.has(name))).toEqual([]);
});

/** The sources with a new member in each union, which the compiler's errors name. */
function extended(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [name, { file, declaration }] of ALL) {
    const text = texts.get(file) ?? ts.sys.readFile(path.join(src, file)) ?? '';
    const [head, tail, ...more] = text.split(declaration);
    if (tail === undefined || more.length > 0) throw new Error(`${name} is not declared once in ${file}`);
    const member = name in TAGGED ? `{ readonly type: 'new-${name}' }` : `'new-${name}'`;
    texts.set(file, head + declaration + inserted(member, declaration, tail) + tail);
  }
  return texts;
}

function inserted(member: string, declaration: string, tail: string): string {
  if (declaration.endsWith('[')) return `${member},`;
  const hasLeadingBar = /^\s*(\/\*\*.*?\*\/\s*)*\|/s.test(tail);
  return hasLeadingBar ? ` | ${member}` : ` ${member} |`;
}

/** One program for all unions: the new members have names of their own, so each error says which union it is about. */
function failuresOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const { config } = ts.readConfigFile(path.join(src, '../tsconfig.base.json'), ts.sys.readFile);
  const { compilerOptions } = config;
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...compilerOptions, composite: false, emitDeclarationOnly: false, noEmit: true, lib: LIBS, types: TYPES },
    path.dirname(src),
  );
  const host = ts.createCompilerHost(options);
  const read = host.readFile;
  host.readFile = (file) => texts.get(path.relative(src, file)) ?? read(file);
  const readers = [...new Set(ALL.flatMap(([, union]) => union.readers))];
  const program = ts.createProgram(
    readers.map((file) => path.join(src, file)),
    { ...options, noErrorTruncation: true },
    host,
  );
  return new Map(
    readers.map((file) => {
      const errors = program.getSemanticDiagnostics(program.getSourceFile(path.join(src, file)));
      const messages = errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n');
      return [file, new Set([...messages.matchAll(/\bnew-(\w+)/g)].map(([, name = '']) => name))];
    }),
  );
}
