/** Predicts from two refused tool schemas which other tools the server will refuse, so that each does not cost a request. */
import type { ToolDefinition } from '../ports.ts';
import { PLAIN_FEATURES, schemaFeatures } from './schema-features.ts';
import { toolMark } from './tool-refusal.ts';

/**
 * What the refusals of one request taught of its tools. The first leaves out one tool; the second all that have what both refused ones
 * share; the third all that have any of what was refused; the fourth all that the server did not look at yet.
 */
export class RefusedTools {
  readonly #refused: ToolDefinition[] = [];
  /** Servers look at tools in their order, so those before a refused one were taken. */
  readonly #taken = new Set<string>();
  /** Until one that counts as taken is refused. */
  #isInOrder = true;

  /** The marks of the tools to leave out after a refusal of the one with this mark. Linear in the schemas. */
  refuse(mark: string, sent: readonly ToolDefinition[]): readonly string[] {
    const at = sent.findIndex((tool) => toolMark(tool) === mark);
    const tool = sent[at];
    if (!tool) return [mark];
    if (this.#taken.has(mark)) this.#isInOrder = false;
    this.#refused.push(tool);
    for (const before of sent.slice(0, at)) this.#taken.add(toolMark(before));
    if (this.#refused.length === 1) return [mark];
    const others = this.#isInOrder
      ? sent.slice(at + 1).filter((one) => !this.#taken.has(toolMark(one)))
      : sent.filter((one) => one !== tool);
    return [mark, ...others.filter(this.#suspects(sent)).map(toolMark)];
  }

  #suspects(sent: readonly ToolDefinition[]): (tool: ToolDefinition) => boolean {
    const harmless = new Set(PLAIN_FEATURES);
    for (const tool of this.#isInOrder ? sent : [])
      if (this.#taken.has(toolMark(tool))) for (const feature of schemaFeatures(tool)) harmless.add(feature);
    const suspicious = (tool: ToolDefinition) => [...schemaFeatures(tool)].filter((one) => !harmless.has(one));
    const refused = this.#refused.map(suspicious);
    switch (refused.length) {
      case 2: {
        const shared = refused[0]?.filter((one) => refused[1]?.includes(one)) ?? [];
        return (tool) => shared.length > 0 && shared.every((one) => schemaFeatures(tool).has(one));
      }
      case 3: {
        const any = new Set(refused.flat());
        return (tool) => suspicious(tool).some((one) => any.has(one));
      }
      default:
        return (tool) => this.#isInOrder || suspicious(tool).length > 0;
    }
  }
}
