/** An extension that offers a language model to VS Code, as others do: it answers each message with a long, numbered reply. */
import * as vscode from 'vscode';

const WINDOW = 12_000;
/** About 2,000 tokens. */
const LONG = 'The queue keeps every acknowledged part in order. '.repeat(190);

const model = {
  id: 'willow',
  name: 'Willow',
  family: 'willow',
  version: '1',
  maxInputTokens: WINDOW,
  maxOutputTokens: 2_000,
  capabilities: { toolCalling: true, imageInput: false },
};

export function activate(/** @type {vscode.ExtensionContext} */ context) {
  let replies = 0;
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('spool-test', {
      provideLanguageModelChatInformation: async () => [model],
      provideLanguageModelChatResponse: async (_model, _messages, _options, progress) => {
        const text = `Reply ${++replies} of Willow. ${LONG}`;
        for (let at = 0; at < text.length; at += 200)
          progress.report(new vscode.LanguageModelTextPart(text.slice(at, at + 200)));
      },
      provideTokenCount: async (_model, text) => Math.ceil(JSON.stringify(text).length / 4),
    }),
  );
}
