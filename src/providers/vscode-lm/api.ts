/** The part of VS Code's API that the provider uses, so that tests can pass their own. */
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
