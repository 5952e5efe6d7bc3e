/** What a server was granted once holds for every call, also for those that were under way. */
import { APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { RequestFallbacks } from '../../../src/providers/openai-shared/request-fallbacks.ts';

interface Options {
  readonly old: boolean;
  readonly small: boolean;
}

const refusal = (message: string, status = 400) => new APIError(status, { message }, message, new Headers());
const fallbacks = () =>
  new RequestFallbacks<Options>({ old: false, small: false }, [
    { refused: /new/, instead: { old: true } },
    { refused: /large/, instead: { small: true } },
  ]);

describe('a request fallback', () => {
  it('is made to all calls that are refused for want of it, also at the same time', async () => {
    const server = fallbacks();
    const sent: Options[] = [];
    const send = async (options: Options) => {
      sent.push(options);
      await new Promise((resolve) => setTimeout(resolve));
      if (!options.old) throw refusal('What is new?');
      return 'taken';
    };
    expect(await Promise.all([server.send(send), server.send(send), server.send(send)])).toEqual(
      Array(3).fill('taken'),
    );
    expect(sent).toHaveLength(6);
    expect(await server.send(send)).toBe('taken');
    expect(sent).toHaveLength(7);
  });

  it('is made once: a server that still refuses is believed', async () => {
    const server = fallbacks();
    let calls = 0;
    const send = async () => {
      calls++;
      throw refusal('Nothing new, nothing large.');
    };
    await expect(server.send(send)).rejects.toThrow('Nothing new');
    expect(calls).toBe(3);
    await expect(server.send(send)).rejects.toThrow('Nothing new');
    expect(calls).toBe(4);
  });

  it.each([401, 404, 429, 503])('is not made to a server that answers %i', async (status) => {
    const send = () => Promise.reject(refusal('What is new?', status));
    await expect(fallbacks().send(send)).rejects.toThrow('What is new?');
  });
});
