/** The addresses of the documents that Spool shows: the thread, the part of it, and the name on the tab. */
import * as v from 'valibot';

const id = v.pipe(v.string(), v.toNumber(), v.safeInteger());
const Address = v.variant('show', [
  v.object({ show: v.literal('settings') }),
  v.object({ show: v.literal('thread'), thread: v.string() }),
  v.object({ show: v.literal('row'), thread: v.string(), key: v.string() }),
  v.object({ show: v.literal('summary'), thread: v.string(), compaction: id }),
  v.object({
    show: v.literal('context'),
    thread: v.string(),
    compaction: id,
    side: v.picklist(['before', 'after']),
  }),
  v.object({
    show: v.literal('change'),
    question: id,
    call: v.string(),
    change: id,
    side: v.picklist(['before', 'after']),
  }),
  v.object({ show: v.literal('agent'), thread: v.string(), agent: v.string() }),
  v.object({ show: v.literal('copy'), thread: v.string(), hash: v.string() }),
  v.object({ show: v.literal('code'), id: v.string() }),
]);
/**
 * `context`: what the model was sent right before or right after a compaction; `change`: a file before or after what an open
 * question is about; `agent`: the thread of a sub-agent of
 * `thread`; `copy`: what a file held, where `hash` is empty, no file; `code`: what a code block would make of a file.
 */
export type DocumentAddress = v.InferOutput<typeof Address>;

export const SCHEME = 'spool';

/** The parts of a URI. */
export function toUriParts(address: DocumentAddress, name: string) {
  const query = new URLSearchParams(
    Object.entries(address).map(([key, value]): [string, string] => [key, String(value)]),
  );
  return { scheme: SCHEME, path: `/${name.replaceAll('/', '∕')}`, query: query.toString() };
}

/** Undefined for what is no address of ours. */
export function fromQuery(query: string): DocumentAddress | undefined {
  const parsed = v.safeParse(Address, Object.fromEntries(new URLSearchParams(query)));
  return parsed.success ? parsed.output : undefined;
}
