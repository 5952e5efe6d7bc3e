/** Signs thoughts and compactions as Anthropic does, and finds the ones that were altered, moved, or follow another prefix. */
import { createHash, createHmac, type Hash } from 'node:crypto';
import { openingOf } from './anthropic.ts';
import { type Fields, type Refusal, refused } from './anthropic-rules.ts';

type WireMessage = { readonly role: string; readonly content: readonly Fields[] };

export interface Checked {
  readonly refusal?: Refusal;
  /** As `input_transformations` reports them. */
  readonly dropped: readonly Fields[];
}

const OTHER =
  'Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".';

export class Seals {
  /** What each compaction stands for, by its signature: thoughts behind it are bound to that. */
  readonly #compacted = new Map<string, Hash>();
  readonly #thoughtful = new Set<string>();

  /** The signature of the thought that a reply to this request begins with. */
  sign(body: Fields, thinking: string): string {
    return `${seal('thinking', `${body.model} ${thinking}`)}.${prefixHash(body, this.#walk(body).update('\nassistant'))}`;
  }

  /** The ids of calls that came with a thought: without it they may not be sent back while their round is unfinished. */
  remember(ids: readonly string[]): void {
    for (const id of ids) this.#thoughtful.add(id);
  }

  compact(body: Fields, content: string): Fields {
    const encrypted = seal('encrypted', content);
    const signature = seal('compaction', `${content} ${encrypted}`);
    this.#compacted.set(signature, this.#walk(body));
    return { type: 'compaction', content, encrypted_content: encrypted, signature, tool_changes: [] };
  }

  /** `isBound`: the model binds its thoughts to what came before them. */
  check(body: Fields, isBound: boolean): Checked {
    const refusal = refuseAltered(messagesOf(body)[0]?.content[0]) ?? this.#refuseMissing(messagesOf(body));
    if (refusal) return { refusal, dropped: [] };
    const drops = thinkingOf(body).block_binding !== undefined;
    const refusals: Refusal[] = [];
    const dropped: Fields[] = [];
    this.#walk(body, (block, path, hash) => {
      if (block.type !== 'thinking') return;
      const [text, prefix] = String(block.signature).split('.');
      if (text !== seal('thinking', `${body.model} ${block.thinking}`))
        refusals.push(refused(`${path}: Invalid \`signature\` in \`thinking\` block`));
      else if (isBound && prefix !== prefixHash(body, hash)) {
        if (drops) dropped.push({ type: 'thinking_dropped', path, reason: 'prefix_binding_mismatch' });
        else refusals.push(refused(`${path}: ${OTHER}`));
      }
    });
    return { ...(refusals[0] && { refusal: refusals[0] }), dropped };
  }

  #refuseMissing(messages: readonly WireMessage[]): Refusal | undefined {
    const results = messages.at(-1)?.content ?? [];
    const round = messages.at(-2)?.content ?? [];
    if (results.length === 0 || !results.every(({ type }) => type === 'tool_result')) return undefined;
    const hadThought = round.some(({ id }) => this.#thoughtful.has(String(id)));
    const opening = openingOf(round)?.type;
    if (!hadThought || /thinking$/.test(String(opening))) return undefined;
    const path = `messages.${messages.length - 2}.content.0.type`;
    return refused(`${path}: Expected \`thinking\` or \`redacted_thinking\`, but found \`${opening}\``);
  }

  /** The hash of all messages; `see` gets each block with the hash of what is before it. */
  #walk(body: Fields, see: (block: Fields, path: string, hash: Hash) => void = () => {}): Hash {
    let hash = createHash('sha256');
    for (const [at, { role, content }] of messagesOf(body).entries()) {
      const [first] = content;
      const known = first?.type === 'compaction' ? this.#compacted.get(String(first.signature)) : undefined;
      if (known) hash = known.copy();
      if (!known || content.length > 1) hash.update(`\n${role}`);
      for (const [i, block] of content.entries()) {
        if (known && i === 0) continue;
        see(block, `messages.${at}.content.${i}`, hash);
        hash.update(unmarked(block));
      }
    }
    return hash;
  }
}

function refuseAltered(block: Fields | undefined): Refusal | undefined {
  if (block?.type !== 'compaction' || block.content === null) return undefined;
  const { content, encrypted_content: encrypted, signature } = block;
  if (encrypted !== seal('encrypted', String(content)))
    return refused('messages.0.content.0: content differs from what was signed', 'compaction_content_mismatch');
  if (signature !== seal('compaction', `${content} ${encrypted}`))
    return refused('messages.0.content.0: the signature does not verify', 'compaction_signature_invalid');
  return undefined;
}

function prefixHash({ system, tools }: Fields, messages: Hash): string {
  return createHash('sha256')
    .update(unmarked([system, tools]))
    .update(messages.copy().digest())
    .digest('base64url');
}

function seal(kind: string, text: string): string {
  return createHmac('sha256', 'known to the fake alone').update(`${kind} ${text}`).digest('base64url');
}

function unmarked(value: unknown): string {
  return JSON.stringify(value, (key, inner) => (key === 'cache_control' ? undefined : inner)) ?? '';
}

function messagesOf({ messages }: Fields): readonly WireMessage[] {
  return messages as readonly WireMessage[];
}

function thinkingOf({ thinking }: Fields): Fields {
  return (thinking ?? {}) as Fields;
}
