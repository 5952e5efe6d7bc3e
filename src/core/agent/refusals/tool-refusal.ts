/** Finds the one tool whose schema or name a server refused, so that only this tool is left out of later requests. */
import { fingerprint } from '../../lang/fingerprint.ts';
import type { ToolDefinition } from '../ports.ts';
import type { Concession } from './conceded.ts';
import type { Refusal, SentParts } from './refusal.ts';

/** Names a tool as it is defined now: one whose schema has changed is sent again. */
export function toolMark({ name, inputSchema }: ToolDefinition): string {
  return `${name} ${fingerprint(JSON.stringify(inputSchema))}`;
}

export const TOOL_REFUSAL: Refusal = {
  said: [
    // OpenAI; Azure.
    "Invalid schema for function 'mcp_github_search': In context=('properties', 'labels'), array schema missing items.",
    // Anthropic.
    'tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
    // Anthropic, of a key such as `search text`.
    "tools.1.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    // Gemini.
    '* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[labels].items: missing field.',
  ],
  match:
    /schema for (?:function|tool) ['"`]?([\w-]+)|\btools\.(\d+)\.(?:custom|function|input_schema|parameters)|function_?declarations\[(\d+)\]/i,
  concede: ([, name, ...places], { tools }: SentParts): Concession | undefined => {
    const place = places.find((one) => one !== undefined);
    const found = name === undefined ? tools[Number(place)] : tools.find((tool) => tool.name === name);
    return found && { type: 'model', conceded: { toolsLeftOut: [toolMark(found)] } };
  },
};
