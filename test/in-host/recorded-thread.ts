/** A recorded thread of another agent, made up here, for tests inside VS Code. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';

export const MODEL = 'claude-sample-1';

const line = (value: object) => JSON.stringify({ sessionId: 's', cwd: '/w', version: '2.0.0', ...value });

/** The lines of a thread in which each turn asks for a file, reads it and answers. */
export function recordedLines(turns: number): string[] {
  return Array.from({ length: turns }, (_, n) => {
    const code = Array.from({ length: 60 }, (_, i) => `export const value${n}_${i} = compute(${n * i}, 'part ${i}');`);
    return [
      { type: 'user', message: { role: 'user', content: `Question ${n}: what does src/file${n}.ts export?` } },
      {
        type: 'assistant',
        message: {
          id: `m${n}a`,
          model: MODEL,
          role: 'assistant',
          content: [{ type: 'tool_use', id: `call${n}`, name: 'Read', input: { file_path: `src/file${n}.ts` } }],
        },
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `call${n}`, content: code.join('\n') }],
        },
      },
      {
        type: 'assistant',
        message: {
          id: `m${n}b`,
          model: MODEL,
          role: 'assistant',
          content: [{ type: 'text', text: `It exports 60 values, from value${n}_0 to value${n}_59.` }],
        },
      },
    ].map((value, i) => line({ uuid: `u${n}.${i}`, timestamp: new Date(1e12 + n * 60_000 + i * 1_000), ...value }));
  }).flat();
}

/** A file of its own with this content. */
export function newFile(name: string, content: string | Buffer): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'spool-recorded-')), name);
  writeFileSync(file, content);
  return file;
}

/** What another window's lock on a thread looks like. */
export function lockOfAnotherWindow(): string {
  return JSON.stringify({ writer: 'another', pid: process.pid, host: hostname() });
}
