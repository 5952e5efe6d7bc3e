/** Each file is told by its content, whether it is on one line or many, and by no more than one format of a program. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMAT_TABLE } from '../../../src/core/transfer/formats.ts';
import { FORMATS, type FormatId } from '../../../src/core/transfer/import-types.ts';
import { transcripts } from '../../transcripts/folder.ts';
import { fixture, fixturePath, importText } from './imported.ts';

const OWN = FORMATS.flatMap((format) =>
  ['odd', 'old', 'steps', 'timesheet'].flatMap((kind) =>
    ['json', 'jsonl'].map((ending) => ({ format, name: `${kind}.${format}.${ending}` })),
  ),
).filter(({ name }) => existsSync(fixturePath(name)));

const FOLDERS: Readonly<Record<string, FormatId>> = {
  'claude-code': 'claude-code',
  'claude-code-fixtures': 'claude-code',
  'codex-rollout': 'codex',
  'copilot-cli-events': 'copilot-cli',
  'gemini-cli-session': 'gemini-cli',
  'gemini-contents': 'gemini-contents',
  'mini-swe-agent-traj': 'mini-swe-agent',
  'openai-request-log': 'request-log',
  'openhands-llm-log': 'openhands',
  'pi-session': 'pi',
  'swe-agent-traj': 'swe-agent',
  'vscode-copilot-chat': 'vscode-copilot',
};
const files = transcripts(...Object.keys(FOLDERS));
const SHARED = files.map((file) => ({
  name: path.basename(file),
  file,
  format: FOLDERS[path.basename(path.dirname(file))],
}));

async function expectTold(text: string, format: FormatId | undefined) {
  const isDocument = FORMAT_TABLE.find(({ id }) => id === format)?.shape === 'document';
  const forms = isDocument ? [0, 1].map((indent) => JSON.stringify(JSON.parse(text), null, indent)) : [text];
  for (const form of forms) {
    const { events } = await importText(form, undefined, 1 << 20);
    expect(events[0]).toEqual({ type: 'format', format });
  }
  const values = isDocument ? [JSON.parse(text)] : text.split('\n').map(parsed);
  const others = FORMAT_TABLE.filter(({ id }) => id !== format && id !== 'openai' && id !== 'anthropic');
  for (const other of others) expect([other.id, values.filter(other.matches).length]).toEqual([other.id, 0]);
}

function parsed(line: string) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

it('covers every format', () => {
  expect(new Set(OWN.map(({ format }) => format))).toEqual(new Set(FORMATS));
});

describe('a fixture', () => {
  it.each(OWN)('$name', ({ name, format }) => expectTold(fixture(name).replace('\uFEFF', ''), format));
});

describe.skipIf(files.length === 0)('a recorded thread', () => {
  it.each(SHARED)('$name', ({ file, format }) => expectTold(readFileSync(file, 'utf8'), format));
});
