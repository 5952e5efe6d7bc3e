/** The `openai` library, set up so that nothing but what is given here decides where it goes and what it says. */
import OpenAI, { type ClientOptions } from 'openai';
import type { Access } from '../shared/provider.ts';
import { apartFromEnvironment } from '../shared/without-environment.ts';
import { readableFetch } from './normalize-errors.ts';

/** No retries (they are the agent's), nothing from the environment, nothing on the console. */
export function openaiClient({ fetch: from = fetch }: Access, baseURL: string, apiKey: string): OpenAI {
  const options: ClientOptions = {
    apiKey,
    baseURL,
    adminAPIKey: null,
    organization: null,
    project: null,
    fetch: readableFetch(from),
    maxRetries: 0,
    logLevel: 'off',
  };
  return apartFromEnvironment(() => new OpenAI(options));
}
