/** The SDK's client as it is used here: nothing from the environment, no retry of its own, no log, no spans. */
import { Anthropic, type ClientOptions } from '@anthropic-ai/sdk';
import type { Access } from '../shared/provider.ts';
import { apartFromEnvironment } from '../shared/without-environment.ts';

export const ANTHROPIC_URL = 'https://api.anthropic.com';

/** Contacts nobody. Without a key none is sent: a local server may want none, and the official one says so. */
export function clientOf({ apiKey, baseUrl, fetch }: Access): Anthropic {
  const options: ClientOptions = {
    // An empty key keeps the SDK from looking for others in the environment and in the person's files.
    apiKey: apiKey ?? '',
    baseURL: baseUrl ?? ANTHROPIC_URL,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    ...(apiKey === undefined && { defaultHeaders: { authorization: null } }),
    ...(fetch && { fetch }),
  };
  return apartFromEnvironment(() => new Anthropic(options));
}
