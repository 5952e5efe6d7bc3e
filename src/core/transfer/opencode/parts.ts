/** The parts of opencode's messages as blocks. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf } from '../../lang/json-fields.ts';
import type { Block, ResultContent } from '../../message/message.ts';
import type { Decoded } from '../anthropic/blocks.ts';
import { toolArguments } from '../openai/tool-arguments.ts';
import { parseDataUrl } from '../reader/data-url.ts';
import { imageBlock } from '../reader/image.ts';

/** What says how the work went on, and is not sent. */
const BESIDE: readonly unknown[] = ['step-start', 'step-finish', 'snapshot', 'patch', 'agent', 'retry', 'compaction'];

/** Their words are in a text beside them. */
const READ_AS_TEXT: readonly unknown[] = ['text/plain', 'application/x-directory'];

/** What a model said up to its calls, and the results of these. */
export interface Step {
  readonly said: Block[];
  readonly results: Block[];
}

/** A user's parts; what the program added is a reminder. */
export function userBlocks(parts: readonly Json[]): Decoded {
  const odd: string[] = [];
  const blocks = parts.flatMap((part): readonly Block[] => {
    const type = field(part, 'type');
    if (!isRecord(part) || BESIDE.includes(type)) return isRecord(part) ? [] : kept(part, odd);
    switch (type) {
      case 'text': {
        const text = stringOf(part.text);
        if (text === undefined) return kept(part, odd);
        if (text === '' || part.ignored === true) return [];
        return [part.synthetic === true ? { type: 'reminder', text } : { type: 'text', text }];
      }
      case 'file':
        return READ_AS_TEXT.includes(part.mime) ? [] : (file(part) ?? kept(part, odd));
      case 'subtask':
        return [{ type: 'reminder', text: `The person started a task: ${filledText(part.prompt) ?? ''}` }];
      default:
        return kept(part, odd);
    }
  });
  return { blocks, odd };
}

/** An assistant's parts: a text behind results, or a new step, begins another message. */
export function replySteps(parts: readonly Json[]): {
  readonly steps: readonly Step[];
  readonly odd: readonly string[];
} {
  const odd: string[] = [];
  const steps: Step[] = [];
  let step: Step = { said: [], results: [] };
  let isCalling = false;
  const begin = () => {
    if (step.said.length > 0) steps.push(step);
    step = { said: [], results: [] };
    isCalling = false;
  };
  for (const part of parts) {
    const type = field(part, 'type');
    if (type === 'step-start' && isCalling) begin();
    if (BESIDE.includes(type)) continue;
    const call = isRecord(part) && type === 'tool' ? tool(part, odd) : undefined;
    if (call) {
      step.said.push(call.use);
      step.results.push(...call.results);
      isCalling = true;
      continue;
    }
    if (isCalling) begin();
    step.said.push(...((isRecord(part) ? spoken(part) : undefined) ?? kept(part, odd)));
  }
  begin();
  return { steps, odd };
}

function spoken(part: ForeignRecord): readonly Block[] | undefined {
  const text = stringOf(part.text);
  switch (part.type) {
    case 'text':
      return text === undefined ? undefined : text === '' ? [] : [{ type: 'text', text }];
    case 'reasoning': {
      const anthropic = field(part.metadata, 'anthropic');
      const [signature, data] = [
        filledText(field(anthropic, 'signature')),
        filledText(field(anthropic, 'redactedData')),
      ];
      if (data !== undefined) return [{ type: 'redacted_thinking', data }];
      if (!text && signature === undefined) return text === undefined ? undefined : [];
      return [{ type: 'thinking', text: text ?? '', ...(signature !== undefined && { signature }) }];
    }
    case 'file': {
      const [found] = file(part) ?? [];
      // A model's own file: no provider takes one back.
      return found === undefined
        ? undefined
        : [{ type: 'text', text: `[${filledText(part.mime) ?? 'file'} made by the model]` }];
    }
    default:
      return undefined;
  }
}

interface Call {
  readonly use: Block;
  readonly results: readonly Block[];
}

/** A call that never ended has no result. */
function tool(part: ForeignRecord, odd: string[]): Call | undefined {
  const [id, name, { state }] = [filledText(part.callID), filledText(part.tool), part];
  if (id === undefined || name === undefined) return undefined;
  const use: Block = { type: 'tool_use', id, name, input: toolArguments(field(state, 'input')) };
  const status = field(state, 'status');
  const output = stringOf(field(state, 'output')) ?? stringOf(field(field(state, 'metadata'), 'output'));
  if (status !== 'completed' && status !== 'error') return { use, results: [] };
  const isError = status === 'error';
  const text = isError ? (filledText(field(state, 'error')) ?? output) : output;
  const attachments = field(state, 'attachments');
  const media = (isList(attachments) ? attachments : []).flatMap(
    (one) => (isRecord(one) ? file(one) : undefined) ?? kept(one, odd),
  );
  const content: readonly ResultContent[] = [...(text ? [{ type: 'text', text } as const] : []), ...media];
  return { use, results: [{ type: 'tool_result', toolUseId: id, content, ...(isError && { isError }) }] };
}

function file(part: ForeignRecord): readonly ResultContent[] | undefined {
  const url = filledText(part.url);
  if (url === undefined) return undefined;
  const data = parseDataUrl(url);
  const name = filledText(part.filename);
  if (!data) return url.startsWith('data:') ? undefined : [{ type: 'text', text: `[file ${name ?? ''} at ${url}]` }];
  if (data.mediaType.startsWith('image/')) return [imageBlock(data)];
  return [{ type: 'document', ...data, ...(name !== undefined && { name }) }];
}

function kept(part: Json, odd: string[]): readonly { readonly type: 'text'; readonly text: string }[] {
  odd.push(`a part of type ${(stringOf(field(part, 'type')) ?? 'none').slice(0, 40)} kept as text`);
  return [{ type: 'text', text: JSON.stringify(part) }];
}
