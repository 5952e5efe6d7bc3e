/** What a reply's text holds: events of a stream, or one JSON document, and what is neither. */
import type { Json } from '../../core/lang/json.ts';
import { parseJson } from '../../core/lang/json-fields.ts';

export interface ParsedReply {
  readonly events: readonly Json[];
  /** As it came; empty where all could be read. */
  readonly rest: string;
}

/** A whole JSON document, or lines of one each, with or without `data:` in front (server-sent events). Linear. */
export function parseLoggedReply(text: string): ParsedReply {
  const whole = parse(text);
  if (whole !== undefined) return { events: [whole], rest: '' };
  const events: Json[] = [];
  const rest: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || /^(?:event|id|retry):|^:/.test(line) || line === 'data: [DONE]') continue;
    const event = parse(line.replace(/^data: ?/, ''));
    if (event === undefined) rest.push(line);
    else events.push(event);
  }
  return { events, rest: rest.join('\n') };
}

/** The last report of tokens, under any of the providers' names. */
export function findUsage(events: readonly Json[]): Json | undefined {
  for (const event of events.toReversed()) {
    const found = usageIn(event);
    if (found !== undefined) return found;
  }
  return undefined;
}

function usageIn(event: Json): Json | undefined {
  if (typeof event !== 'object' || event === null) return undefined;
  const fields = new Map<string, Json>(Object.entries(event));
  const own = fields.get('usage') ?? fields.get('usageMetadata');
  if (own !== undefined && own !== null) return own;
  const inner = fields.get('response') ?? fields.get('message');
  return inner === undefined ? undefined : usageIn(inner);
}

function parse(text: string): Json | undefined {
  const value = parseJson(text);
  return value.ok ? value.value : undefined;
}
