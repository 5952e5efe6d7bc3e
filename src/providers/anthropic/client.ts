/** The SDK's client as it is used here: nothing from the environment, no retry of its own, no log, no spans. */
import { Anthropic } from '@anthropic-ai/sdk';
import type { Access } from '../provider.ts';

const OFFICIAL_URL = 'https://api.anthropic.com';

/** Contacts nobody. Without a key none is sent: a local server may want none, and the official one says so. */
export function clientOf({ apiKey, baseUrl, fetch }: Access): Anthropic {
  return new Anthropic({
    // An empty key keeps the SDK from looking for others in the environment and in the person's files.
    apiKey: apiKey ?? '',
    baseURL: baseUrl ?? OFFICIAL_URL,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    ...(apiKey === undefined && { defaultHeaders: { authorization: null } }),
    ...(fetch && { fetch }),
  });
}

/** Where requests go, to be shown: what stands before the host to sign in with is not in it. */
export function addressOf({ baseUrl = OFFICIAL_URL }: Access): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const { origin, pathname } = new URL(baseUrl);
  return pathname === '/' ? origin : `${origin}${pathname}`;
}
