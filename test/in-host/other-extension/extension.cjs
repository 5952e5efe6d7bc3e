/** A second extension for the in-host tests: it takes part in Spool's compactions, and adds an instruction. */
const vscode = require('vscode');

/** @param {import('vscode').ExtensionContext} context */
exports.activate = (context) => {
  /** @type {import('../../../src/extension/api/spool-api.ts').SpoolApi | undefined} */
  const spool = vscode.extensions.getExtension('spool.spool')?.exports;
  if (!spool) throw new Error('Spool is not active');
  /** @type {{will: object[], did: object[]}} */
  const heard = { will: [], did: [] };
  /** @type {string | undefined} */
  let veto;
  context.subscriptions.push(
    spool.onWillCompact('Other Extension', (event) => {
      heard.will.push({ trigger: event.trigger, strategy: event.strategy, canVeto: event.canVeto });
      event.addDirective('Keep the names of failing tests.');
      if (veto !== undefined) event.veto(veto);
    }),
    spool.onDidCompact((event) => heard.did.push(event)),
    spool.registerInstructions('Other Extension', () => 'Name the failing test first.'),
    vscode.commands.registerCommand('otherExtension.begin', () => undefined),
    vscode.commands.registerCommand('otherExtension.heard', () => heard),
    vscode.commands.registerCommand('otherExtension.veto', (reason) => {
      veto = reason;
    }),
  );
};
