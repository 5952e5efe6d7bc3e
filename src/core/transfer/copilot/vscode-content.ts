/** Reads texts and tool results in an export of Copilot Chat. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf } from '../../lang/json-fields.ts';
import type { Block, ResultContent } from '../../message/message.ts';
import { toolArguments } from '../openai/tool-arguments.ts';
import { imageBlock } from '../reader/image.ts';

const REQUEST = /<(userRequest|user_query|prompt)>[\s\S]*?<\/\1>\s*/g;

/** What the model was told beside a person's text, which stands in it once more and is taken out; else what was attached. */
export function renderedReminders(request: ForeignRecord): readonly string[] {
  const metadata = field(request.result, 'metadata');
  const rendered = [field(metadata, 'renderedGlobalContext'), field(metadata, 'renderedUserMessage')].flatMap(
    (list) => {
      const texts = (isList(list) ? list : []).flatMap((part) => stringOf(field(part, 'text')) ?? []);
      return filledText(texts.join('').replace(REQUEST, '').trim()) ?? [];
    },
  );
  if (rendered.length > 0) return rendered;
  const variables = field(request.variableData, 'variables');
  return (isList(variables) ? variables : []).flatMap((variable) => {
    const name = filledText(field(variable, 'name'));
    const value = field(variable, 'value');
    const text = typeof value === 'string' ? `:\n${value}` : '';
    return name === undefined ? [] : [`Attached: ${name}${text}`];
  });
}

/** A result is a list of texts, of trees of texts, and of data. */
export function resultContent(result: Json): readonly ResultContent[] {
  const content = field(result, 'content');
  return (isList(content) ? content : [result]).flatMap((part): readonly ResultContent[] => {
    const media = isRecord(part) ? data(part) : undefined;
    if (media) return [media];
    const value = isRecord(part) ? (part.value ?? part.text ?? part) : part;
    const text = typeof value === 'string' ? value : treeText(value);
    return text === '' ? [] : [{ type: 'text', text }];
  });
}

/** The texts of a rendered tree in their order; all of it as JSON when it has none. Without recursion. */
function treeText(tree: Json): string {
  const texts: string[] = [];
  const rest: Json[] = [tree];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (isList(node)) for (const child of node.toReversed()) rest.push(child);
    if (!isRecord(node)) continue;
    const text = stringOf(node.text);
    if (text !== undefined) texts.push(node.lineBreakBefore === true ? `\n${text}` : text);
    for (const child of [node.children, node.node]) if (child !== undefined) rest.push(child);
  }
  return texts.length > 0 ? texts.join('').trim() : JSON.stringify(tree);
}

function data(part: ForeignRecord): ResultContent | undefined {
  const mediaType = stringOf(part.mimeType);
  const base64 = filledText(isRecord(part.data) ? part.data.$base64 : (part.data ?? embedded(part)));
  if (mediaType === undefined || base64 === undefined) return undefined;
  return mediaType.startsWith('image/')
    ? imageBlock({ mediaType, data: base64 })
    : { type: 'document', mediaType, data: base64 };
}

function embedded(part: ForeignRecord): Json | undefined {
  return part.isText === false ? part.value : undefined;
}

export interface Shown {
  readonly origin: 'model' | 'tools';
  readonly blocks: readonly Block[];
}

/** What a turn without rounds showed: its texts, and the calls that it ran with what they gave. */
export function shownParts(response: Json | undefined): readonly Shown[] {
  const shown: { readonly origin: Shown['origin']; readonly blocks: Block[] }[] = [];
  const add = (origin: Shown['origin'], blocks: readonly Block[]) => {
    const last = shown.at(-1);
    if (last?.origin === origin) last.blocks.push(...blocks);
    else if (blocks.length > 0) shown.push({ origin, blocks: [...blocks] });
  };
  for (const part of isList(response) ? response : []) {
    if (!isRecord(part)) continue;
    const id = part.kind === 'toolInvocationSerialized' ? filledText(part.toolCallId) : undefined;
    if (id === undefined) {
      const thought = part.kind === 'thinking' ? thoughtIn(part.value) : undefined;
      if (thought !== undefined) add('model', [{ type: 'thinking', text: thought }]);
      const text = part.kind === undefined || part.kind === 'markdownContent' ? shownText(part) : undefined;
      if (text !== undefined) add('model', [{ type: 'text', text }]);
      continue;
    }
    const name = filledText(part.toolId) ?? 'tool';
    const details = part.resultDetails;
    const input = toolArguments(field(details, 'input') ?? field(part.toolSpecificData, 'rawInput'));
    add('model', [{ type: 'tool_use', id, name, input }]);
    const output = field(details, 'output');
    if (output === undefined) continue;
    const isError = field(details, 'isError') === true;
    const content = isList(output) ? output.flatMap((one) => resultContent(one)) : resultContent(output);
    add('tools', [{ type: 'tool_result', toolUseId: id, content, ...(isError && { isError }) }]);
  }
  return shown;
}

function thoughtIn(value: Json | undefined): string | undefined {
  const texts = isList(value) ? value : [value];
  return filledText(texts.filter((text) => typeof text === 'string').join('\n'));
}

function shownText(part: ForeignRecord): string | undefined {
  return filledText(part.value) ?? filledText(field(part.value, 'value')) ?? filledText(field(part.content, 'value'));
}
