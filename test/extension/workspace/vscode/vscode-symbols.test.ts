/** Outlines and diagnostics as VS Code gives them, as the tools take them. */
import { expect, it, vi } from 'vitest';
import { ok } from '../../../../src/core/lang/result.ts';

const range = (from: number, to: number) => ({ start: { line: from, character: 2 }, end: { line: to, character: 0 } });

vi.mock('vscode', () => ({
  Uri: { file: (fsPath: string) => ({ scheme: 'file', fsPath }) },
  SymbolKind: { 4: 'Class', 5: 'Method' },
  workspace: {
    workspaceFolders: [{}],
    openTextDocument: async () => undefined,
    asRelativePath: ({ fsPath }: { fsPath: string }) => fsPath.slice('/ws/'.length),
  },
  commands: {
    executeCommand: async () => [
      { name: 'A', kind: 4, range: range(0, 9), children: [{ name: 'b', kind: 5, range: range(1, 2), children: [] }] },
      { name: 'C', kind: 99, location: { range: range(10, 10) } },
    ],
  },
  languages: {
    getDiagnostics: () => [
      [
        { scheme: 'file', fsPath: '/ws/a.ts' },
        [
          { range: range(2, 2), severity: 0, message: 'm', source: 'ts', code: { value: 2304 } },
          { range: range(3, 3), severity: 3, message: 'n' },
        ],
      ],
      [{ scheme: 'file', fsPath: '/ws-evil/a.ts' }, [{ range: range(0, 0), severity: 1, message: 'outside' }]],
      [{ scheme: 'untitled', fsPath: '/ws/b.ts' }, [{ range: range(0, 0), severity: 1, message: 'untitled' }]],
    ],
  },
}));

const { createSymbols, DIAGNOSTICS } = await import('../../../../src/extension/workspace/vscode/vscode-symbols.ts');

const checked = (real: string) => ({ given: real, real, inside: real.slice(4) });
const text = { type: 'text', version: '', text: '', encoding: 'utf8', isDirty: false } as const;

it('outlines of either form, with lines from 1', async () => {
  const { outline } = createSymbols({ read: async () => ok(text) });
  expect(await outline(checked('/ws/a.ts'))).toEqual({
    ok: true,
    value: [
      {
        name: 'A',
        kind: 'class',
        from: 1,
        to: 10,
        children: [{ name: 'b', kind: 'method', from: 2, to: 3, children: [] }],
      },
      { name: 'C', kind: 'symbol', from: 11, to: 11, children: [] },
    ],
  });
});

it('diagnostics of files on disk below the path', async () => {
  expect(await DIAGNOSTICS.list(checked('/ws'))).toEqual([
    { path: 'a.ts', line: 3, column: 3, severity: 'error', message: 'm', source: 'ts(2304)' },
    { path: 'a.ts', line: 4, column: 3, severity: 'hint', message: 'n' },
  ]);
});
