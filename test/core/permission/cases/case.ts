/** Rows of the golden table: commands and paths one a line, with what is expected of each. */
import type { PermissionRequest, Verdict } from '../../../../src/core/permission/request.ts';
import { checked, commandOf, type Setting } from '../world.ts';

export interface Case {
  readonly group: string;
  readonly name: string;
  readonly request: PermissionRequest;
  readonly setting: Setting;
  readonly expected: Verdict['type'];
}

/** `␤`, `␍`, `␉` and `⟨202E⟩` in a row are the characters. */
function unescaped(row: string): string {
  return row
    .replaceAll('␤', '\n')
    .replaceAll('␍', '\r')
    .replaceAll('␉', '\t')
    .replaceAll(/⟨([0-9A-F]{2,6})⟩/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

const rowsOf = (text: string) =>
  text
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '');

export function commands(
  group: string,
  expected: Verdict['type'],
  text: string,
  setting: Setting = {},
): readonly Case[] {
  return rowsOf(text).map((row) => ({
    group,
    name: row,
    request: commandOf(unescaped(row), setting),
    setting,
    expected,
  }));
}

export function paths(
  group: string,
  type: 'read' | 'write',
  expected: Verdict['type'],
  text: string,
  setting: Setting = {},
): readonly Case[] {
  return rowsOf(text).map((row) => {
    const path = checked(unescaped(row));
    return {
      group,
      name: `${type} ${row}`,
      request: type === 'read' ? { type, path } : { type, kind: 'edit', path },
      setting,
      expected,
    };
  });
}
