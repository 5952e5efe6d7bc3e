/** Builds what Spool exports to other extensions. Arguments come from code that no compiler has checked. */
import { Disposable } from 'vscode';
import type { CompactionListeners } from './compaction-listeners.ts';
import type { ExtensionInstructions } from './extension-instructions.ts';
import type { SpoolApi } from './spool-api.ts';

export function createApi(listeners: CompactionListeners, instructions: ExtensionInstructions): SpoolApi {
  return Object.freeze({
    version: 1,
    onWillCompact: (by, listener) =>
      new Disposable(listeners.onWillCompact(named('onWillCompact', by), called('onWillCompact', listener))),
    onDidCompact: (listener) => new Disposable(listeners.onDidCompact(called('onDidCompact', listener))),
    registerInstructions: (name, provide) =>
      new Disposable(
        instructions.register(named('registerInstructions', name), called('registerInstructions', provide)),
      ),
  } satisfies SpoolApi);
}

function named(method: string, name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '') return name;
  throw new TypeError(`Spool: the first argument of ${method} is the name that people and the model read; it is empty`);
}

function called<F>(method: string, callback: F): F {
  if (typeof callback === 'function') return callback;
  throw new TypeError(`Spool: ${method} needs a function`);
}
