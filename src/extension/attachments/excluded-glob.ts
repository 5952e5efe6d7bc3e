/** The glob of the files that the settings `files.exclude` and `search.exclude` hide. */
import * as vscode from 'vscode';

/** null: none is hidden (`findFiles` takes undefined for `files.exclude` alone). */
export function excludedGlob(): string | null {
  const globs = ['files.exclude', 'search.exclude'].flatMap((key) => {
    const set = vscode.workspace.getConfiguration().get<Readonly<Record<string, unknown>>>(key) ?? {};
    return Object.entries(set).flatMap(([glob, isOn]) => (isOn === true ? [glob] : []));
  });
  // A group inside of a group is no glob of VS Code's.
  const plain = [...new Set(globs)].filter((glob) => !/[{}]/.test(glob));
  return plain.length === 0 ? null : `{${plain.join(',')}}`;
}
