/** Classifies an error without an HTTP status by its code and message, as servers put it into a stream or a successful answer. */
import type { ModelError } from '../../core/agent/model-event.ts';

/** The first that matches counts. A server's "try again" is more than whatever else it says. */
const KINDS: readonly { readonly kind: ModelError['kind']; readonly match: RegExp }[] = [
  { kind: 'rate-limit', match: /rate[ _-]?limit|too many requests|tokens per minute/i },
  { kind: 'quota', match: /billing|credit balance/i },
  {
    kind: 'auth',
    match: /unauthori[sz]ed|not authenticated|authentication|permission|forbidden|api[ _-]?key/i,
  },
  {
    kind: 'overloaded',
    match:
      /overload|capacity|unavailable|server[ _]error|internal error|api_error|bad gateway|upstream|provider returned|time[ds]?[ _-]?out|try again|temporar|\bbusy\b|is (still )?(loading|starting)|loading model|out of memory/i,
  },
  {
    kind: 'invalid-request',
    match:
      /invalid|not[ _](found|supported|allowed|available|exist)|unsupported|unknown|unrecognized|missing|required|malformed|bad request|validation|no such|(does|do|is|are|can|must|may)( ?not|n['’]t)\b/i,
  },
];

/** Undefined where neither says what it is. */
export function saidKind(code: string, message: string): ModelError['kind'] | undefined {
  const said = `${code} ${message}`;
  return KINDS.find(({ match }) => match.test(said))?.kind;
}
