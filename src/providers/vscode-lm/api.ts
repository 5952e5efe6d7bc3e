/** What is used of the editor's API; handed in, so that nothing here runs inside the editor alone. */
import type * as vscode from 'vscode';

export type LmApi = Pick<
  typeof vscode,
  | 'CancellationTokenSource'
  | 'LanguageModelChatMessage'
  | 'LanguageModelChatToolMode'
  | 'LanguageModelDataPart'
  | 'LanguageModelTextPart'
  | 'LanguageModelToolCallPart'
  | 'LanguageModelToolResultPart'
> & { readonly lm: Pick<typeof vscode.lm, 'selectChatModels'> };
