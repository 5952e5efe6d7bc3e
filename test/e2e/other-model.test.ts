/** A model that becomes unavailable in the middle of a turn, in a real VS Code: the person chooses another one, and the turn goes on with it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setKey } from '../harness/set-key.mjs';
import { chooseRow } from '../harness/workbench.mjs';
import type { Fake } from '../wire/fake.ts';
import { startOpenaiCompatibleFake } from '../wire/openai-chat-server.ts';
import { does, openAgentWindow } from './agent-window.ts';

let window: Awaited<ReturnType<typeof openAgentWindow>>;
let other: Fake;

beforeAll(async () => {
  other = await startOpenaiCompatibleFake({ reply: () => ({ type: 'answer', text: 'The heron is in notes.txt.' }) });
  window = await openAgentWindow({
    window: 100_000,
    files: { 'notes.txt': 'A heron.\n' },
    machineSettings: { 'spool.openai-compatible.baseUrl': other.access.baseUrl },
  });
});
afterAll(async () => {
  await window?.close();
  await other?.close();
});

test('the other model has all that the first one read, and the thread says where it goes on', async () => {
  const { code, fake, call, play, type, entries, rest } = window;
  const panel = await window.begin();
  const { apiKey, baseUrl } = other.access;
  await setKey(code.page, 'OpenAI-compatible', String(apiKey), new URL(String(baseUrl)).host);
  const overloaded = { type: 'failure', kind: 'overloaded' } as const;
  play([does(call('read_file', { path: 'notes.txt' })), ...Array.from({ length: 8 }, () => overloaded)]);
  await type(panel, 'Where is the heron?');
  await panel.locator('spool-turn [data-action=otherModel]').click();
  await chooseRow(code.page, 'Coder 30B');
  await panel.getByText('The heron is in notes.txt.').first().waitFor();
  await rest(panel);
  expect(other.rejections).toEqual([]);
  expect(other.requests).toHaveLength(1);
  expect(JSON.stringify(other.requests[0])).toContain('A heron.');
  expect(fake.requests.length).toBeLessThan(9);
  const models = entries().flatMap(({ type, origin, model }) =>
    type === 'message' && origin === 'model' ? [model] : [],
  );
  expect(models).toEqual([`anthropic/${fake.model}`, `openai-compatible/${other.model}`]);
  await panel.getByText('Goes on with').first().waitFor();
  await panel.getByText(`Model: anthropic/${fake.model} →`).first().waitFor();
});
