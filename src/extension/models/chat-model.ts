/** The types of a usable model, of the reasons why a model cannot be used, and of the look-up of models. */
import type { Effort, ModelOptions } from '../../core/agent/effort.ts';
import type { ModelError } from '../../core/agent/model-event.ts';
import type { AgentModel } from '../../core/agent/ports.ts';
import type { Result } from '../../core/lang/result.ts';
import type { ModelHead } from '../../core/protocol/panel-state.ts';
import type { Prices } from '../../core/tokens/prices.ts';
import type { ReportedSize } from '../../core/tokens/window.ts';

export interface ChatModel {
  readonly head: ModelHead;
  readonly agent: AgentModel;
  /** As of now: a server on this machine may say another window while the model is in use. */
  readonly reported: ReportedSize;
  /** The levels of effort to choose from; absent where the model takes no options. */
  readonly efforts?: readonly Effort[];
  /** What the person chose. */
  readonly options?: ModelOptions;
  /** US dollars per million tokens; absent where nobody lists them. */
  readonly prices?: Prices;
  /** Milliseconds for which its provider keeps what it cached of a thread; five minutes where absent. */
  readonly cacheMs?: number;
}

export type ModelProblem =
  | { readonly type: 'no-key'; readonly provider: string }
  /** The provider has no such model, or no provider has the name in the id. */
  | { readonly type: 'unknown-model'; readonly model: string }
  /** A base URL that is missing or none; `setting` is where to change it. */
  | { readonly type: 'bad-url'; readonly setting: string }
  /** Only a recording can be used, and it plays only in threads of its own. */
  | { readonly type: 'recording-only' }
  | { readonly type: 'provider-failed'; readonly provider: string; readonly error: ModelError };

export interface ChatModels {
  /** Without `model`, finds the model of a new thread. */
  find(model: string | undefined): Promise<Result<ChatModel, ModelProblem>>;
  /** Calls the listener when keys, settings or models have changed. Returns a function that removes it. */
  onDidChange(listener: () => void): () => void;
}
