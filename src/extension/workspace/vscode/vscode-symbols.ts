/** The outlines and diagnostics that VS Code's extensions know. */
import * as vscode from 'vscode';
import { err, ok } from '../../../core/lang/result.ts';
import type { Diagnostics, FileDiagnostic, Files, OutlineSymbol, Symbols } from '../../../core/workspace/ports.ts';
import { pathBelow } from '../node/check-path.ts';

/** A server may never answer. */
const LIMIT_MS = 20_000;

export function createSymbols(files: Pick<Files, 'read'>): Symbols {
  return {
    outline: async (path) => {
      const read = await files.read(path);
      if (!read.ok) return read;
      if (read.value.type !== 'text' || path.real === undefined) return err({ type: 'not-text' });
      try {
        const uri = vscode.Uri.file(path.real);
        await vscode.workspace.openTextDocument(uri);
        const found = await Promise.race([
          vscode.commands.executeCommand<readonly AnySymbol[] | undefined>('vscode.executeDocumentSymbolProvider', uri),
          new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), LIMIT_MS)),
        ]);
        return ok(found?.map(symbolOf));
      } catch (error) {
        return err({ type: 'other', reason: error instanceof Error ? error.message : String(error) });
      }
    },
  };
}

type AnySymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

function symbolOf(symbol: AnySymbol): OutlineSymbol {
  const { start, end } = 'range' in symbol ? symbol.range : symbol.location.range;
  const children = 'children' in symbol ? symbol.children.map(symbolOf) : [];
  const kind = (vscode.SymbolKind[symbol.kind] ?? 'symbol').toLowerCase();
  return { name: symbol.name, kind, from: start.line + 1, to: end.line + 1, children };
}

const SEVERITIES: Readonly<Record<vscode.DiagnosticSeverity, FileDiagnostic['severity']>> = {
  0: 'error',
  1: 'warning',
  2: 'information',
  3: 'hint',
};

export const DIAGNOSTICS: Diagnostics = {
  list: async ({ real }) => {
    if (real === undefined) return [];
    const isSeveral = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
    return vscode.languages.getDiagnostics().flatMap(([uri, found]) => {
      if (uri.scheme !== 'file' || pathBelow(uri.fsPath, real) === undefined) return [];
      const path = vscode.workspace.asRelativePath(uri, isSeveral);
      return found.map((diagnostic) => diagnosticOf(path, diagnostic));
    });
  },
};

function diagnosticOf(path: string, { range, severity, message, source, code }: vscode.Diagnostic): FileDiagnostic {
  const value = typeof code === 'object' ? code.value : code;
  const by = value === undefined ? source : `${source ?? ''}(${value})`;
  return {
    path,
    line: range.start.line + 1,
    column: range.start.character + 1,
    severity: SEVERITIES[severity],
    message,
    ...(by !== undefined && { source: by }),
  };
}
