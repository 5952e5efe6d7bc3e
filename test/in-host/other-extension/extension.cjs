/** A second extension for the in-host tests: it takes part in Spool's compactions, and adds an instruction, a tool and an MCP server. */
const path = require('node:path');
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
    vscode.lm.registerTool('other_count', {
      invoke: ({ input }) => {
        const { text } = /** @type {{text: string}} */ (input);
        if (text === 'throw') throw new Error('It throws as it was told.');
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(`${text.length} letters`)]);
      },
    }),
    vscode.lm.registerMcpServerDefinitionProvider('other-extension.servers', {
      provideMcpServerDefinitions: () => [
        new vscode.McpStdioServerDefinition('other', process.execPath, [path.join(__dirname, 'mcp-server.cjs')]),
      ],
    }),
    vscode.commands.registerCommand('otherExtension.begin', () => undefined),
    vscode.commands.registerCommand('otherExtension.startServer', startServer),
    vscode.commands.registerCommand('otherExtension.heard', () => heard),
    vscode.commands.registerCommand('otherExtension.veto', (reason) => {
      veto = reason;
    }),
  );
};

/** The name of a tool of the server. It is there only once VS Code has asked this extension for its servers. */
async function startServer() {
  for (let tries = 0; tries < 60; tries++) {
    await vscode.commands
      .executeCommand('workbench.mcp.startServer', '*', { autoTrustChanges: true })
      .then(undefined, () => undefined);
    const tool = vscode.lm.tools.find(({ name }) => /^mcp_.*_echo$/.test(name));
    if (tool) {
      void vscode.window.showInformationMessage('The server has started.');
      return tool.name;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('No tool of the server came.');
}
