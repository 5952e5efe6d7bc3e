/** The program behind `npm run record`: asks each provider that the environment has a key for, and writes its fixtures anew. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROVIDERS } from '../../src/extension/models/provider-facts.ts';
import { anthropic } from '../../src/providers/anthropic/adapter.ts';
import { gemini } from '../../src/providers/gemini/adapter.ts';
import { openaiCompatible } from '../../src/providers/openai-compatible/adapter.ts';
import { openai } from '../../src/providers/openai-responses/adapter.ts';
import type { Access, ModelInfo, Provider } from '../../src/providers/shared/provider.ts';
import { recordScenarios } from './record.ts';
import { scenariosWith } from './scenarios.ts';
import { type Env, SOURCES, type Source } from './sources.ts';

const ADAPTERS: readonly Provider[] = [anthropic, openai, openaiCompatible, gemini];

export interface RecordOptions {
  readonly env: Env;
  /** Of the checkout. */
  readonly root: string;
  /** Where the fixtures go; a folder for each source. */
  readonly target: string;
  /** As 2026-11-28. */
  readonly today: string;
  readonly say: (line: string) => void;
}

/** Whether all that was tried went well. Without any key nothing is tried, and nothing is touched. */
export async function record(options: RecordOptions): Promise<boolean> {
  const { env, say } = options;
  let isWell = true;
  for (const source of SOURCES) {
    const access = source.access(env);
    if (access) isWell = (await recordSource(source, access, options)) && isWell;
    else say(`${source.id}: not recorded, ${source.variable} is not set`);
  }
  return isWell;
}

async function recordSource(source: Source, access: Access, options: RecordOptions): Promise<boolean> {
  const { root, target, today, say } = options;
  const signal = new AbortController().signal;
  const provider = ADAPTERS.find(({ id }) => id === source.id);
  const info = provider && (await chooseModel(provider, access, signal));
  if (!provider || typeof info !== 'object') {
    say(`${source.id}: not recorded, ${info ?? 'it has no adapter'}`);
    return false;
  }
  const folder = path.join(target, source.folder);
  mkdirSync(folder, { recursive: true });
  const scenarios = scenariosWith(readFileSync(path.join(root, 'media/icon.png'), 'base64'));
  const written: string[] = [];
  for await (const one of recordScenarios(provider, info, access, scenarios, signal)) {
    if (one.type === 'failed') {
      say(`${source.id}: ${one.name} failed, its fixture stays: ${one.message}`);
      continue;
    }
    writeFileSync(path.join(folder, `${one.name}.sse`), one.body);
    written.push(`${one.name}.sse`);
  }
  if (written.length > 0) writeFileSync(path.join(folder, 'RECORDED.md'), markOf(info, today, written));
  say(`${source.id}: ${written.length} of ${scenarios.length} recorded with ${info.id}; run the tests that read them`);
  return written.length === scenarios.length;
}

/** What says of the fixtures that they are no longer written by hand. */
function markOf({ id }: ModelInfo, today: string, written: readonly string[]): string {
  return `# Recorded on ${today}\n\nBy \`npm run record\`, with ${id}; keys are left out.\n\n${written.map((name) => `- ${name}\n`).join('')}`;
}

/** The first that Spool prefers of those that are listed, else the first; in words why there is none. */
async function chooseModel(provider: Provider, access: Access, signal: AbortSignal): Promise<ModelInfo | string> {
  const models = await provider.models(access, signal);
  if (!models.ok) return `the models could not be listed: ${models.error.kind}`;
  const { preferred } = PROVIDERS[provider.id];
  const wanted = preferred.find((id) => models.value.some((one) => one.id === id));
  return models.value.find(({ id }) => id === wanted) ?? models.value[0] ?? 'it lists no models';
}
