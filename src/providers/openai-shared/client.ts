/** Creates a client of the `openai` library without environment variables, retries or logging. */
import OpenAI, { type ClientOptions } from 'openai';
import type { Access } from '../shared/provider.ts';
import { withoutEnvironment } from '../shared/without-environment.ts';
import { normalizingFetch } from './normalize-errors.ts';

/** Milliseconds, a day: how long an answer may take is for `guardStream` and `guardCall` to say. */
const TIMEOUT_MS = 86_400_000;

/** No retries (they are the agent's), nothing from the environment, nothing on the console. */
export function openaiClient({ fetch: from = fetch }: Access, baseURL: string, apiKey: string): OpenAI {
  const options: ClientOptions = {
    apiKey,
    baseURL,
    adminAPIKey: null,
    organization: null,
    project: null,
    fetch: normalizingFetch(from),
    maxRetries: 0,
    timeout: TIMEOUT_MS,
    logLevel: 'off',
  };
  return withoutEnvironment(() => new OpenAI(options));
}
