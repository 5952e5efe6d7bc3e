/** Puts a tool result into the context; a result that is too large is stored, cut and given a note (R21, R33). */
import { ok, type Result } from '../lang/result.ts';
import type { OutputRef, ResultContent, TextBlock, ToolResultBlock } from '../message/message.ts';
import type { ToolOutputConfig } from './config.ts';
import { countLines } from './line-windows.ts';
import type { OutputStore, StoredOutput, StoreFailure } from './output-store.ts';
import { View, type ViewOfOutput } from './output-view.ts';
import { compressToolResult } from './truncate-result.ts';
import { cutNote } from './truncation-note.ts';

type Sink = Pick<OutputStore, 'put'>;

/** An id of the greatest length, to reserve space for the note before the real id exists. */
const WIDEST_ID = `o_${'0'.repeat(32)}`;

/** Bytes of a stream that enter the context where nothing is to be cut: what is longer would not fit into memory. */
const MOST_UNCUT = 10_000_000;

/**
 * The block as it enters the context, at most as large as R17 and R34 allow, whichever is smaller. What is cut is stored
 * whole before (the texts of several blocks with a line end between them), and the note, which comes last, names its ref.
 * Images and documents stay whole. A result that needs no cut is returned as it is and not stored: the log holds it. With
 * `enabled` false only R17 cuts, with its own note, and the full text is stored all the same (R35).
 */
export async function enterResult(
  block: ToolResultBlock,
  config: ToolOutputConfig,
  store: Sink,
): Promise<Result<ToolResultBlock, StoreFailure>> {
  const texts = block.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const full = texts.join('\n');
  const view = config.enabled ? viewOf(texts, config) : undefined;
  const compressed = view ? block : compressToolResult(block, config);
  if (!view?.cut && compressed === block) return ok(block);
  const stored = await store.put([full]);
  if (!stored.ok) return stored;
  const outputRef = refTo(stored.value, countLines([full]));
  const content = view?.cut
    ? withNote(shownContent(block.content, view.texts), cutNote(outputRef.id, view.cut, config))
    : compressed.content;
  return ok({ ...block, content, outputRef });
}

/**
 * As `enterResult`, for a text that comes in chunks: no more of it is held than the view shows, however long it is. So it is
 * cut at 10 MB with `enabled` false, too. Rejects when reading it does.
 */
export async function enterStream(
  chunks: AsyncIterable<string>,
  config: ToolOutputConfig,
  store: Sink,
): Promise<Result<Pick<ToolResultBlock, 'content' | 'outputRef'>, StoreFailure>> {
  const source = chunks[Symbol.asyncIterator]();
  const held: string[] = [];
  // A text with more characters than the view has bytes will be cut, so it need not be held whole.
  const most = config.enabled ? config.maxMessageBytes : MOST_UNCUT;
  let length = 0;
  let isDone = false;
  while (!isDone && length <= most) {
    const next = await source.next();
    if (next.done) isDone = true;
    else {
      held.push(next.value);
      length += next.value.length;
    }
  }
  if (isDone) {
    const text: TextBlock = { type: 'text', text: held.join('') };
    const entered = await enterResult({ type: 'tool_result', toolUseId: '', content: [text] }, config, store);
    if (!entered.ok) return entered;
    const { content, outputRef } = entered.value;
    return ok({ content, ...(outputRef && { outputRef }) });
  }
  const view = new View({ ...config, maxMessageBytes: most });
  const stored = await store.put(shownTo(view, held, source));
  await source.return?.();
  if (!stored.ok) return stored;
  const { texts, cut } = view.finish((found) => cutNote(WIDEST_ID, found, config));
  const outputRef = refTo(stored.value, cut?.lines ?? 0);
  const content = texts.filter((text) => text !== '').map((text): TextBlock => ({ type: 'text', text }));
  return ok({ content: cut ? withNote(content, cutNote(outputRef.id, cut, config)) : content, outputRef });
}

function viewOf(texts: readonly string[], config: ToolOutputConfig): ViewOfOutput {
  const view = new View(config);
  for (const [at, text] of texts.entries()) {
    if (at > 0) view.endText();
    view.add(text);
  }
  return view.finish((cut) => cutNote(WIDEST_ID, cut, config));
}

async function* shownTo(view: View, held: string[], rest: AsyncIterator<string>): AsyncGenerator<string> {
  for (let chunk = held.shift(); chunk !== undefined; chunk = held.shift()) {
    view.add(chunk);
    yield chunk;
  }
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    view.add(next.value);
    yield next.value;
  }
}

/** The parts in their order with cut texts; empty texts are left out. */
function shownContent(content: readonly ResultContent[], texts: readonly string[]): readonly ResultContent[] {
  const rest = texts.values();
  return content.flatMap((part): readonly ResultContent[] => {
    if (part.type !== 'text') return [part];
    const text = rest.next().value ?? '';
    return text === '' ? [] : [{ ...part, text }];
  });
}

function withNote(content: readonly ResultContent[], note: string): readonly ResultContent[] {
  const last = content.at(-1);
  if (last?.type !== 'text') return [...content, { type: 'text', text: note.trimStart() }];
  return [...content.slice(0, -1), { ...last, text: last.text + note }];
}

function refTo({ id, byteSize }: StoredOutput, lineCount: number): OutputRef {
  return { id, byteSize, lineCount };
}
