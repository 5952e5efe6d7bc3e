/** The interface to the objects of a window that the commands for models, keys and the request log work with. */
import type { Learned } from '../../core/agent/refusals/learned-limits.ts';
import type { Notice } from '../../core/protocol/panel-state.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ApiKeys } from '../models/api-keys.ts';
import type { ModelCatalog } from '../models/catalog.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import type { ScopedModelSettings } from '../settings/model-settings.ts';
import type { OwnSettings } from '../settings/own-settings.ts';
import type { Said } from '../words/outcome-text.ts';

export interface ModelCommandContext {
  readonly catalog: ModelCatalog;
  readonly keys: ApiKeys;
  readonly session: Pick<ThreadSession, 'state' | 'notify' | 'onDidChange'>;
  readonly l10n: L10n;
  readonly settings: () => ScopedModelSettings;
  readonly own: OwnSettings;
  /** What was learned of a model, by its modelKey. */
  readonly learned: (modelKey: string) => Learned;
  /** The open thread goes on with this model. Undefined when it does, or no thread is open; else why it can't. */
  readonly switchModel: (id: string) => Promise<Notice | undefined>;
  readonly tell: (said: Said | undefined) => void;
}
