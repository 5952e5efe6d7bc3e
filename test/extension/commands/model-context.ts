/** The commands' host over a catalogue of fake providers. */
import { err, ok } from '../../../src/core/lang/result.ts';
import type { Notice } from '../../../src/core/protocol/panel-state.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import type { ModelCommandContext } from '../../../src/extension/commands/model-command-context.ts';
import { INITIAL_STATE, type SessionState } from '../../../src/extension/session/session-state.ts';
import type { Said } from '../../../src/extension/words/outcome-text.ts';
import { ENGLISH } from '../english.ts';
import { type Setup, setUp } from '../models/fakes.ts';
import { CONFIG, longThread } from '../session/long-thread.ts';
import { person } from './fake-vscode.ts';

export interface HostSetup extends Setup {
  /** Turns of the open thread; none: there is none. */
  readonly turns?: number;
  readonly config?: Partial<SessionState['settings']['config']>;
  readonly failure?: Notice;
  /** VS Code can't write the person's settings. */
  readonly refusesToSave?: boolean;
}

export function modelHost({ turns, config = {}, failure, refusesToSave = false, ...setup }: HostSetup = {}) {
  const { catalog, ports, keys, secrets, world, requests, memory } = setUp(setup);
  const open: SessionState['open'] =
    turns === undefined
      ? undefined
      : {
          id: 't',
          file: '/t',
          thread: replay(longThread(turns)),
          workspace: undefined,
          access: { type: 'writer' },
          skipped: [],
        };
  const state = { ...INITIAL_STATE, open, settings: { config: { ...CONFIG, ...config }, problems: [] } };
  let current: SessionState = state;
  const listeners = new Set<(state: SessionState) => void>();
  /** The session's state changes, as when a model was connected. */
  const show = (change: Partial<SessionState>) => {
    current = { ...current, ...change };
    for (const listener of listeners) listener(current);
  };
  const told: Said[] = [];
  const switched: string[] = [];
  const host: ModelCommandContext = {
    catalog,
    keys,
    session: {
      get state() {
        return current;
      },
      notify: () => {},
      onDidChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    l10n: ENGLISH,
    settings: ports.settings,
    own: {
      read: (key) => world.settings[key]?.globalValue,
      save: async (key, value) => {
        if (refusesToSave) return err('The settings file has an error.');
        world.settings = { ...world.settings, [key]: { globalValue: value } };
        return ok(undefined);
      },
    },
    learned: () => ({}),
    switchModel: async (id) => {
      if (!failure) switched.push(id);
      return failure;
    },
    tell: (said) => said && told.push(said),
  };
  person.seen = [];
  return { host, show, told, switched, secrets, world, requests, memory };
}
