/** Who can be recorded: what must be in the environment, and where the fixtures go. */
import type { Access, ProviderId } from '../../src/providers/shared/provider.ts';

export interface Source {
  readonly id: ProviderId;
  /** Below test/fixtures/wire. */
  readonly folder: string;
  /** Without it nobody is asked. */
  readonly variable: string;
  readonly access: (env: Env) => Access | undefined;
}

export type Env = Readonly<Record<string, string | undefined>>;

export const SOURCES: readonly Source[] = [
  byKey('anthropic', 'anthropic', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'),
  byKey('openai', 'openai-responses', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'),
  byKey('gemini', 'gemini', 'GEMINI_API_KEY', 'GEMINI_BASE_URL'),
  {
    id: 'openai-compatible',
    folder: 'openai-chat',
    variable: 'OPENAI_COMPATIBLE_BASE_URL',
    access: ({ OPENAI_COMPATIBLE_BASE_URL: baseUrl, OPENAI_COMPATIBLE_API_KEY: apiKey }) =>
      baseUrl ? { baseUrl, ...(apiKey && { apiKey }) } : undefined,
  },
];

/** `url` names another address than the official one. */
function byKey(id: ProviderId, folder: string, variable: string, url: string): Source {
  return {
    id,
    folder,
    variable,
    access: (env) => {
      const apiKey = env[variable];
      const baseUrl = env[url];
      return apiKey ? { apiKey, ...(baseUrl && { baseUrl }) } : undefined;
    },
  };
}
