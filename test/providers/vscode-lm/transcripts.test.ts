/** Recorded threads of other agents go on with the editor's models: nothing that they hold is refused, before and after a compaction. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcripts } from '../../transcripts/folder.ts';
import type { Fake } from '../../wire/fake.ts';
import { startVscodeLmFake } from '../../wire/vscode-lm-fake.ts';
import { modelOf, replyOf } from '../drive.ts';
import { PATIENCE, requestsIn } from '../recorded-threads.ts';

const files = transcripts();

describe.skipIf(files.length === 0)('recorded threads', () => {
  let fake: Fake;
  beforeAll(async () => {
    fake = await startVscodeLmFake({ reply: () => ({ type: 'answer', text: 'I see.' }), window: 1e9 });
  });
  afterAll(() => fake.close());

  it.each(files.map((file) => [path.basename(file), file] as const))(
    '%s',
    async (_, file) => {
      const model = modelOf(fake);
      let sent = 0;
      for await (const { of, request } of requestsIn(file, model.maker)) {
        const { end } = await replyOf(model, request);
        expect({ of, end, rejections: fake.rejections }).toEqual({
          of,
          end: { type: 'end', reason: 'done' },
          rejections: [],
        });
        sent++;
      }
      expect(sent).toBeGreaterThan(0);
    },
    PATIENCE,
  );
});
