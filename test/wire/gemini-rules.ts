/** What the Gemini API refuses in a request (docs/wire-rules.md, "Gemini"). */
import { createHash } from 'node:crypto';
import type { Json } from '../../src/core/lang/json.ts';
import { type ForeignRecord, field, isList, isRecord, stringOf } from '../../src/core/lang/json-fields.ts';

/** ai.google.dev/gemini-api/docs/thought-signatures, "FAQs": stand for calls that the API did not make. */
const DUMMIES = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const DATA = ['text', 'inlineData', 'functionCall', 'functionResponse'];

/** The signature that the fake puts to a part: altered, the part no longer fits it. */
export function signatureOf(part: { readonly text?: string; readonly name?: string; readonly args?: Json }): string {
  const { text = '', name = '', args = {} } = part;
  return createHash('sha256')
    .update(JSON.stringify([text, name, args]))
    .digest('base64');
}

/** One line for each reason to answer 400. */
export function geminiRejects(body: Json): readonly string[] {
  const found: string[] = [];
  const say = (what: string) => found.push(what);
  const contents = listOf(field(body, 'contents'));
  if (contents.length === 0) say('contents is not specified');
  if (field(contents[0], 'role') === 'model') say('Please ensure that multiturn requests begin with a user turn.');
  for (const [at, content] of contents.entries()) {
    const role = field(content, 'role');
    if (role !== 'user' && role !== 'model') say(`contents[${at}]: Please use a valid role: user, model.`);
    const parts = partsOf(content);
    if (parts.length === 0) say(`GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.`);
    for (const part of parts) rejectPart(part, role, (what) => say(`contents[${at}]: ${what}`));
    rejectPairs(contents, at, say);
  }
  rejectSignatures(contents, say);
  rejectSettings(body, say);
  return found;
}

function rejectPart(part: Json, role: Json | undefined, say: (what: string) => void): void {
  const data = DATA.filter((key) => field(part, key) !== undefined);
  if (data.length !== 1) say("parts.data: required oneof field 'data' must have one initialized field");
  const isSealed = field(part, 'thoughtSignature') !== undefined;
  if (field(part, 'text') !== undefined && !/\S/.test(stringOf(field(part, 'text')) ?? '') && !isSealed)
    say('Unable to submit request because it has an empty text parameter.');
  const inline = field(part, 'inlineData');
  if (inline && (!stringOf(field(inline, 'mimeType')) || !stringOf(field(inline, 'data')))) say('empty inlineData');
  const [call, response] = [field(part, 'functionCall'), field(part, 'functionResponse')];
  if (call && role !== 'model') say('a functionCall of the user');
  if (call && !isRecord(field(call, 'args'))) say('args is no struct');
  if (response && role !== 'user') say('a functionResponse of the model');
  if (response && !isRecord(field(response, 'response'))) say('response is no struct');
  const name = field(call ?? response, 'name');
  if ((call || response) && !NAME.test(stringOf(name) ?? '')) say(`Invalid function name ${name}.`);
}

/** All responses to the calls of a turn are in the very next one, as many, of the same names and ids, in their order. */
function rejectPairs(contents: readonly Json[], at: number, say: (what: string) => void): void {
  const calls = inside(contents[at], 'functionCall').map(pairOf);
  const next = inside(contents[at + 1], 'functionResponse').map(pairOf);
  const own = inside(contents[at], 'functionResponse');
  if (own.length > 0 && inside(contents[at - 1], 'functionCall').length === 0)
    say('Please ensure that function response turn comes immediately after a function call turn.');
  if (calls.length === 0) return;
  if (calls.length !== next.length)
    say(
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    );
  else if (calls.join() !== next.join()) say(`calls ${calls} answered by ${next}`);
}

const pairOf = (part: Json) => `${field(part, 'name')}#${field(part, 'id') ?? ''}`;

/** The current turn begins with the last message of the user that is no function response; its steps' first calls are signed. */
function rejectSignatures(contents: readonly Json[], say: (what: string) => void): void {
  const isTyped = (content: Json) =>
    field(content, 'role') === 'user' && inside(content, 'functionResponse').length === 0;
  const begin = contents.findLastIndex(isTyped);
  for (const [at, content] of contents.entries()) {
    const calls = partsOf(content).filter((part) => field(part, 'functionCall'));
    const first = field(calls[0], 'functionCall');
    if (at > begin && first && field(calls[0], 'thoughtSignature') === undefined)
      say(
        `Function call is missing a thought_signature in functionCall parts. Additional data, function call ${field(first, 'name')}, position ${at + 1}.`,
      );
    for (const part of partsOf(content)) {
      const signature = stringOf(field(part, 'thoughtSignature'));
      if (signature === undefined || (DUMMIES.includes(signature) && field(part, 'functionCall'))) continue;
      if (signature !== signatureOfPart(part)) say('Corrupted thought signature.');
    }
  }
}

function signatureOfPart(part: Json): string {
  const call = field(part, 'functionCall');
  if (!call) return signatureOf({ text: stringOf(field(part, 'text')) ?? '' });
  return signatureOf({ name: stringOf(field(call, 'name')) ?? '', args: field(call, 'args') ?? {} });
}

function rejectSettings(body: Json, say: (what: string) => void): void {
  const system = field(body, 'systemInstruction');
  if (system !== undefined && partsOf(system).some((part) => !/\S/.test(stringOf(field(part, 'text')) ?? '')))
    say('system_instruction must be text');
  if (system !== undefined && partsOf(system).length === 0) say('system_instruction must not be empty');
  const declarations = listOf(field(body, 'tools')).flatMap((tool) => listOf(field(tool, 'functionDeclarations')));
  for (const one of declarations) {
    if (!NAME.test(stringOf(field(one, 'name')) ?? '')) say(`Invalid function name ${field(one, 'name')}.`);
    if (field(field(one, 'parametersJsonSchema'), 'type') !== 'object')
      say('parameters schema should be of type OBJECT');
  }
  const mode = field(field(field(body, 'toolConfig'), 'functionCallingConfig'), 'mode');
  if (mode !== undefined && declarations.length === 0)
    say('Function calling config is set without function_declarations.');
  if (mode !== undefined && mode !== 'AUTO' && mode !== 'NONE') say(`unknown mode ${mode}`);
  const most = field(field(body, 'generationConfig'), 'maxOutputTokens');
  if (most !== undefined && !(Number(most) >= 1)) say('max_output_tokens must be positive.');
}

function partsOf(content: Json | undefined): readonly Json[] {
  return listOf(field(content, 'parts'));
}

function inside(content: Json | undefined, key: string): readonly ForeignRecord[] {
  return partsOf(content).flatMap((part) => {
    const found = field(part, key);
    return isRecord(found) ? [found] : [];
  });
}

function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}
