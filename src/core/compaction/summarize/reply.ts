/** Parses the retain and summary sections of a model's reply (R43). */

export interface SummaryReply {
  readonly retain: string;
  readonly summary: string;
}

const SECTIONS = ['retain', 'summary'] as const;

/**
 * A section runs from its first opening tag to the last closing tag before the other section opens, or to that point when it
 * is never closed; so a closing tag inside the text ends nothing. Without any tag the whole reply is the summary.
 */
export function parseSummaryReply(text: string): SummaryReply {
  const opens = SECTIONS.map((name) => ({ name, at: text.indexOf(`<${name}>`) }))
    .filter((open) => open.at >= 0)
    .sort((a, b) => a.at - b.at);
  const reply = { retain: '', summary: '' };
  for (const [i, { name, at }] of opens.entries()) {
    const chunk = text.slice(at + name.length + 2, opens[i + 1]?.at);
    const close = chunk.lastIndexOf(`</${name}>`);
    reply[name] = (close < 0 ? chunk : chunk.slice(0, close)).trim();
  }
  return opens.some((open) => open.name === 'summary') ? reply : { ...reply, summary: outside(text, opens[0]?.at) };
}

/** A reply that has no summary tag: what stands outside of the retain section. */
function outside(text: string, retainAt: number | undefined): string {
  if (retainAt === undefined) return text.trim();
  const close = text.lastIndexOf('</retain>');
  return close < 0 ? '' : `${text.slice(0, retainAt)}${text.slice(close + '</retain>'.length)}`.trim();
}
