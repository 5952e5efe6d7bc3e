/** What the environment holds for other programs goes to no server, and decides about nothing. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { anthropic } from '../../../src/providers/anthropic/adapter.ts';
import { gemini } from '../../../src/providers/gemini/adapter.ts';
import { openaiCompatible } from '../../../src/providers/openai-compatible/adapter.ts';
import { openai } from '../../../src/providers/openai-responses/adapter.ts';
import { sendJson, startServer, type WireRequest } from '../../wire/server.ts';
import { replyOf, requestFor, says } from '../drive.ts';

const ELSEWHERE = 'http://127.0.0.1:1';
const SECRET = 'known-to-another-program';
const GIVEN: Readonly<Record<string, string>> = {
  ANTHROPIC_CUSTOM_HEADERS: `X-Gateway: ${SECRET}\nX-Api-Key: ${SECRET}`,
  ANTHROPIC_AUTH_TOKEN: SECRET,
  ANTHROPIC_API_KEY: SECRET,
  ANTHROPIC_BASE_URL: ELSEWHERE,
  OPENAI_CUSTOM_HEADERS: `X-Gateway: ${SECRET}\nAuthorization: ${SECRET}`,
  OPENAI_API_KEY: SECRET,
  OPENAI_ADMIN_KEY: SECRET,
  OPENAI_ORG_ID: SECRET,
  OPENAI_PROJECT_ID: SECRET,
  OPENAI_BASE_URL: ELSEWHERE,
  GEMINI_API_KEY: SECRET,
  GOOGLE_API_KEY: SECRET,
  GOOGLE_GEMINI_BASE_URL: ELSEWHERE,
  GOOGLE_GENAI_USE_VERTEXAI: 'true',
};

const before = { ...process.env };
beforeEach(() => void Object.assign(process.env, GIVEN));
afterEach(() => {
  for (const name of Object.keys(GIVEN)) delete process.env[name];
  Object.assign(process.env, before);
});

it.each([anthropic, openai, openaiCompatible, gemini])(
  '$id sends what it was given and nothing else',
  async (provider) => {
    const asked: WireRequest[] = [];
    const server = await startServer((request, response) => {
      asked.push(request);
      sendJson(response, 400, { error: { message: 'No.' } });
    });
    try {
      const model = provider.model({ id: 'some-model' }, { apiKey: 'given-by-a-person', baseUrl: server.url });
      const { end } = await replyOf(model, requestFor([says('user', 'Hello')]));
      expect(end).toEqual({ type: 'error', error: { kind: 'invalid-request', message: 'No.' } });
      expect(asked).toHaveLength(1);
      expect(JSON.stringify(asked)).toContain('given-by-a-person');
      expect(JSON.stringify(asked)).not.toContain(SECRET);
    } finally {
      await server.close();
    }
    expect(process.env).toMatchObject(GIVEN);
  },
);
