/** A refusal for want of a key is told apart from that of a wrong one, with each provider that can be reached without a key. */
import { expect, it } from 'vitest';
import { loadProvider } from '../../../src/providers/registry.ts';
import type { ProviderId } from '../../../src/providers/shared/provider.ts';

const refuses: typeof fetch = async () => Response.json({ error: { message: 'Log in first' } }, { status: 401 });

it.each<ProviderId>(['openai-compatible', 'anthropic', 'openai', 'gemini'])('%s', async (id) => {
  const provider = await loadProvider(id);
  const ask = async (access: { readonly apiKey?: string }) => {
    const asked = await provider.models(
      { baseUrl: 'http://localhost:1/v1', fetch: refuses, ...access },
      AbortSignal.timeout(9_000),
    );
    return asked.ok ? undefined : asked.error;
  };
  expect(await ask({})).toMatchObject({ kind: 'auth', isKeyless: true });
  const wrong = await ask({ apiKey: 'abcdefghijklmnop' });
  expect(wrong).toMatchObject({ kind: 'auth' });
  expect(wrong).not.toHaveProperty('isKeyless');
});
