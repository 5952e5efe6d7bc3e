/** Creates the Anthropic SDK's client without environment variables, retries, logging or telemetry. */
import { Anthropic, type ClientOptions } from '@anthropic-ai/sdk';
import type { Access } from '../shared/provider.ts';
import { withoutEnvironment } from '../shared/without-environment.ts';
import { readableFetch } from './read-stream.ts';

export const ANTHROPIC_URL = 'https://api.anthropic.com';

/** Makes no request. Without a key no key is sent: a local server may need none, and the official one returns an error. */
export function clientOf({ apiKey, baseUrl, fetch }: Access): Anthropic {
  const options: ClientOptions = {
    // An empty key keeps the SDK from looking for others in the environment and in the person's files.
    apiKey: apiKey ?? '',
    baseURL: baseUrl ?? ANTHROPIC_URL,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    ...(apiKey === undefined && { defaultHeaders: { authorization: null } }),
    ...(fetch && { fetch: readableFetch(fetch) }),
  };
  return withoutEnvironment(() => new Anthropic(options));
}
