/** The headless workbench: compacts a recorded thread as Compact Thread does, and prints what came of it. */
import { writeFileSync } from 'node:fs';
import { limitsFor } from '../../src/core/compaction/limits.ts';
import { configForModel } from '../../src/core/compaction/model-config.ts';
import { checkContext } from '../../src/core/thread/check-context.ts';
import { checkpointIds } from '../../src/core/thread/checkpoint.ts';
import { projectContext } from '../../src/core/thread/context.ts';
import { modelSize } from '../../src/core/tokens/window.ts';
import { toAnthropicMessages } from '../../src/providers/anthropic/to-messages.ts';
import { replaceAct, strategyAct } from './acts.ts';
import { compact, undoAll } from './compact.ts';
import { type Loaded, load } from './load.ts';
import { type Options, parseOptions, USAGE } from './options.ts';
import { explainLines, summaryLines } from './report.ts';

/** Used when neither `--window` nor anything that knows the model says how large the window is; said on stderr. */
const ASSUMED_WINDOW = 200_000;

/** Where its lines go, each with its newline. */
export interface Output {
  stdout(line: string): void;
  stderr(line: string): void;
}

/** Resolves to the exit code: 0 when the thread was compacted or is unchanged, 1 when that failed, 2 for bad input. */
export async function runWorkbench(argv: readonly string[], output: Output): Promise<number> {
  const options = parseOptions(argv);
  if (!options.ok) return badInput(output, options.error);
  if (options.value === 'help') {
    output.stdout(`${USAGE}\n`);
    return 0;
  }
  const { file, format, thread } = options.value;
  const loaded = await load(file, format, thread);
  if (!loaded.ok) return badInput(output, loaded.error);
  return run(loaded.value, options.value, output);
}

async function run(loaded: Loaded, options: Options, output: Output): Promise<number> {
  const { thread } = loaded;
  const { model } = thread;
  const config = configForModel(options.config, model);
  const size = options.window === undefined ? modelSize(model, config.contextWindows) : { window: options.window };
  const known = size.window;
  const window = known ?? ASSUMED_WINDOW;
  const limits = limitsFor({ ...size, window }, config, model);
  if (!limits.ok)
    return badInput(
      output,
      `The reply's reserve leaves nothing of a window of ${window} tokens: lower --reserve or spool.model.reserveTokens.`,
    );
  const { replacements, summary } = options;
  const act = replacements ? replaceAct(replacements) : strategyAct(config, limits.value, summary);
  const outcome = await compact(thread, act, options.importOnly ? 0 : options.repeat);
  const final = options.undo ? undoAll(outcome.thread, outcome.compactions) : outcome.thread;
  const { messages, repairs } = projectContext(final);
  if (options.contextOut !== undefined) {
    const written = writeContext(options.contextOut, { messages: toAnthropicMessages(messages) });
    if (written !== undefined) return badInput(output, written);
  }
  const isAssumed = known === undefined && !options.importOnly;
  for (const notice of noticesOf(loaded, options, isAssumed ? (model ?? 'the model') : undefined))
    output.stderr(`${notice}\n`);
  if (options.json) {
    const { thread: _, compactions, ...numbers } = outcome;
    const report = {
      format: loaded.format,
      threads: loaded.threads,
      messages: thread.messages.length,
      toolCalls: thread.messages.flatMap((m) => m.blocks.filter((b) => b.type === 'tool_use')).length,
      checkpoints: checkpointIds(thread.messages),
      ...numbers,
      ...limits.value,
      estimated: true,
      compactions,
      undone: options.undo,
      violations: checkContext(messages),
      repairs,
      odd: loaded.odd,
      leftOut: loaded.leftOut ?? { lines: 0, detail: '' },
    };
    output.stdout(`${JSON.stringify(report)}\n`);
  } else {
    for (const line of summaryLines(loaded, limits.value, outcome)) output.stdout(`${line}\n`);
    if (options.explain) for (const line of explainLines(outcome)) output.stdout(`${line}\n`);
  }
  return outcome.outcome === 'failed' ? 1 : 0;
}

/** Said beside the result: what was assumed, and what was not used. */
function noticesOf(loaded: Loaded, options: Options, unknownModel: string | undefined): readonly string[] {
  const notices = [...options.warnings];
  if (loaded.threads > 1)
    notices.push(`${options.file} holds ${loaded.threads} threads: this is thread ${options.thread}; say --thread N.`);
  if (unknownModel !== undefined)
    notices.push(`The window of ${unknownModel} is unknown: ${ASSUMED_WINDOW} tokens are assumed; say --window N.`);
  return notices;
}

function writeContext(file: string, context: unknown): string | undefined {
  try {
    writeFileSync(file, `${JSON.stringify(context, null, 1)}\n`);
    return undefined;
  } catch (error) {
    return `--context-out ${file}: can't be written (${error instanceof Error ? error.message : error}).`;
  }
}

function badInput(output: Output, message: string): number {
  output.stderr(`${message.replace(/\s*\n\s*/g, ' ')}\n`);
  return 2;
}
