/** Replies with values that are nested without end: the reply is kept, can be written, and is read as it was written. */
import { describe, expect, it } from 'vitest';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { checkedLine } from '../../../src/extension/storage/log-line.ts';
import { DEEP, SAID, STREAMS, withAt } from './streams.ts';

describe.each(STREAMS)('S5 $name', ({ chunks, optional, start }) => {
  it('keeps its reply whatever is nested 30,000 deep in it', async () => {
    const server = await start();
    try {
      for (const place of optional) {
        const { blocks, usage, end } = await server.reply(withAt(chunks, place, DEEP));
        const where = place.join('.');
        expect(end, where).toMatchObject({ type: 'end' });
        expect(JSON.stringify(blocks), where).toContain(SAID);
        const said = {
          type: 'message',
          id: entryId(1),
          at: 1,
          origin: 'model',
          blocks,
          ...(usage && { usage }),
        } as const;
        expect(checkedLine('w', said).ok, where).toBe(true);
      }
    } finally {
      await server.close();
    }
  });
});
