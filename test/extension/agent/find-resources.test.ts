/** R45: which model writes the summaries, and that a workspace can't send a thread to another provider. */
import { expect, it } from 'vitest';
import type { AgentPorts } from '../../../src/extension/agent/agent-ports.ts';
import { findResources } from '../../../src/extension/agent/find-resources.ts';
import { ENGLISH } from '../english.ts';
import { CONFIG } from '../session/long-thread.ts';
import { said } from './scripted-model.ts';
import { open } from './windows.ts';

/** The model that would write the summaries, and what is said of it in the log. */
async function summarizerFor(model: string, scope: string | undefined) {
  const { session } = open({ reply: () => said('') });
  await session.create(undefined);
  const values = scope === undefined ? {} : { 'spool.compaction.model': { scope } };
  session.configure({ config: { ...CONFIG, summary: { ...CONFIG.summary, model } }, problems: [], values });
  const errors: string[] = [];
  const find: AgentPorts['chatModels']['find'] = async (id = 'scripted/birch') => {
    if (id.endsWith('/gone')) return { ok: false, error: { type: 'unknown-model', model: id } };
    const head = { id, name: id, provider: 'Scripted', isReplay: false };
    return { ok: true, value: { head, agent: { id, modelKey: id, stream: async function* () {} }, reported: {} } };
  };
  const found = await findResources({
    session,
    chatModels: { find, onDidChange: () => () => undefined },
    outputsOf: () => ({ put: async () => ({ ok: false, error: { reason: 'ENOENT' } }), open: async () => undefined }),
    regex: { start: async () => ({ ok: false, error: 'none' }) },
    log: { compaction: () => undefined, turnEnd: () => undefined, error: (error) => errors.push(String(error)) },
    l10n: ENGLISH,
  });
  return { id: found?.ok ? found.value.summarizer.agent.id : undefined, errors };
}

it.each([
  ['a person may name any provider', 'other/oak', 'user', 'other/oak'],
  ['a workspace may name a model of the provider in use', 'scripted/oak', 'workspace', 'scripted/oak'],
  ['so may a folder', 'scripted/oak', 'folder', 'scripted/oak'],
  ['a workspace may name no other provider', 'other/oak', 'workspace', 'scripted/birch'],
  ['nor may a folder', 'other/oak', 'folder', 'scripted/birch'],
  ['nor one whose name begins as that in use', 'scripted-too/oak', 'folder', 'scripted/birch'],
  ['a model that is not there leaves it to the thread’s own', 'scripted/gone', 'user', 'scripted/birch'],
])('R45 %s', async (_, model, scope, expected) => {
  const { id, errors } = await summarizerFor(model, scope);
  expect(id).toBe(expected);
  expect(errors).toHaveLength(expected === model ? 0 : 1);
});
