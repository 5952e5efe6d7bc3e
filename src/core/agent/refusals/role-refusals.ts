/** Recognizes refusals of a message role, such as a chat template without a system role. */
import { always, model, type Refusal } from './refusal.ts';

export const ROLE_REFUSALS: readonly Refusal[] = [
  {
    said: [
      // Gemma's template on vLLM, LM Studio and llama.cpp; Mistral's; OpenAI's o1-mini; Gemma behind Gemini's API.
      'System role not supported',
      'Only user and assistant roles are supported!',
      'Only user, assistant and tool roles are supported, got system.',
      "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
      'Developer instruction is not enabled for models/gemma-3-27b-it',
    ],
    match:
      /\b(?:system|developer)[ _'"`]{1,3}(?:role|message|prompt|instruction)s?\b[^.]{0,40}(?:not (?:be )?(?:supported|enabled|allowed|available)|unsupported|n't supported)|\brole\b['"`]? does not support ['"`]?(?:system|developer)|(?:unsupported|unexpected|unknown|invalid) (?:message )?role[^.\w]{1,4}system\b|\bonly (?:the )?user(?:,| and) assistant\b[^.]{0,30}\broles?\b[^.]{0,20}supported|(?:does not|doesn't|cannot) (?:support|accept) (?:a |the )?system\b/i,
    concede: (_, { conceded }) => (conceded.system === undefined ? model({ system: 'as-user' }) : undefined),
  },
  {
    // Mistral, and the templates of its models on local servers.
    said: [
      "Unexpected role 'user' after role 'tool'",
      'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
    ],
    match: /unexpected role|roles must alternate/i,
    concede: always({ roles: 'alternate' }),
  },
];
