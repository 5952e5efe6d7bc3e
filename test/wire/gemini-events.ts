/** A told answer as the events that Gemini streams, in the form of ai.google.dev/api/generate-content. */
import type { Json } from '../../src/core/lang/json.ts';
import type { FakeAnswer } from './fake.ts';
import { signatureOf } from './gemini-rules.ts';

const FINISH = { done: 'STOP', calls: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' } as const;

export const OVERLOADED = event({
  error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' },
});

/** The model can't give arguments that are no object: where it tries, the call is withheld and the reason says so. Texts come in two pieces; a text's signature in a part of its own at the end, a call's with the first call. */
export function eventsOf(answer: FakeAnswer, counted: number): readonly string[] {
  const { thinking, text, usage = {} } = answer;
  const isMalformed = answer.calls?.some(({ rawInput }) => rawInput !== undefined);
  const calls = isMalformed ? [] : (answer.calls ?? []);
  const parts: Json[] = [
    ...halves(thinking).map((piece) => ({ text: piece, thought: true })),
    ...halves(text).map((piece) => ({ text: piece })),
    ...calls.map(({ id, name, input }, i) => ({
      functionCall: { id, name, args: input },
      ...(i === 0 && { thoughtSignature: signatureOf({ name, args: input }) }),
    })),
    ...(text !== undefined && calls.length === 0 ? [{ text: '', thoughtSignature: signatureOf({ text }) }] : []),
  ];
  const { input = counted, output = 10, cacheRead = 0 } = usage;
  const thoughts = thinking === undefined ? 0 : Math.floor(output / 2);
  const usageMetadata = {
    promptTokenCount: input + cacheRead,
    ...(cacheRead > 0 && { cachedContentTokenCount: cacheRead }),
    candidatesTokenCount: output - thoughts,
    ...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
    totalTokenCount: input + cacheRead + output,
  };
  const more = { modelVersion: 'gemini-fake', responseId: 'r1' };
  const content = (some: readonly Json[]) => ({ content: { parts: some, role: 'model' }, index: 0 });
  const streamed = parts.map((part) => event({ candidates: [content([part])], ...more }));
  const finishReason = isMalformed ? 'MALFORMED_FUNCTION_CALL' : FINISH[answer.end ?? 'done'];
  return [...streamed, event({ candidates: [{ finishReason, index: 0 }], usageMetadata, ...more })];
}

function halves(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const characters = [...text];
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle).join(''), characters.slice(middle).join('')].filter((piece) => piece !== '');
}

function event(body: Json): string {
  return `data: ${JSON.stringify(body)}\r\n\r\n`;
}
