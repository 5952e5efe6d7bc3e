/** The extension as VS Code loads it: it activates, and what its manifest names is there. */
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

function extension() {
  const found = vscode.extensions.getExtension('spool.spool');
  assert.ok(found, 'spool.spool is installed');
  return found;
}

describe('extension', () => {
  it('activates', async () => {
    await extension().activate();
    assert.equal(extension().isActive, true);
  });

  it('registers every command of its manifest', async () => {
    await extension().activate();
    const named: readonly { command: string }[] = extension().packageJSON.contributes.commands;
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      named.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
    assert.ok(named.length > 0);
  });
});
