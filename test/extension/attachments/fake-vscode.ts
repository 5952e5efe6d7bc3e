/** A vscode of the parts that attachments use: the folders are on the disk, the rest is what a test puts into `host`. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export class FakeUri {
  readonly scheme: string;
  readonly path: string;

  constructor(scheme: string, file: string) {
    this.scheme = scheme;
    this.path = file;
  }

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    return this.scheme === 'file' ? pathToFileURL(this.path).href : `${this.scheme}:${this.path}`;
  }

  static file(file: string): FakeUri {
    return new FakeUri('file', file);
  }

  static parse(uri: string): FakeUri {
    const { protocol, pathname } = new URL(uri);
    return protocol === 'file:' ? FakeUri.file(fileURLToPath(uri)) : new FakeUri(protocol.slice(0, -1), pathname);
  }

  static joinPath(uri: FakeUri, ...parts: readonly string[]): FakeUri {
    return new FakeUri(uri.scheme, path.posix.join(uri.path, ...parts));
  }
}

export class FakePosition {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class FakeRange {
  readonly start: FakePosition;
  readonly end: FakePosition;

  constructor(fromLine: number, from: number, toLine: number, to: number) {
    this.start = new FakePosition(fromLine, from);
    this.end = new FakePosition(toLine, to);
  }

  get isEmpty(): boolean {
    return this.start.line === this.end.line && this.start.character === this.end.character;
  }
}

class TabInputText {
  readonly uri: FakeUri;

  constructor(uri: FakeUri) {
    this.uri = uri;
  }
}

type Listener<T> = (event: T) => void;

/** An event of vscode's, with what a test fires. */
export class FakeEvent<T> {
  readonly listeners = new Set<Listener<T>>();
  readonly subscribe = (listener: Listener<T>) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(event: T): void {
    for (const listener of this.listeners) listener(event);
  }
}

export interface FakeWatcher {
  readonly pattern: string;
  readonly changed: FakeEvent<unknown>;
  isDisposed: boolean;
}

interface FakeEditor {
  readonly document: { readonly uri: FakeUri };
  readonly selections: readonly FakeRange[];
}

interface FakeDiagnostic {
  readonly severity: number;
  readonly message: string;
  readonly source?: string;
  readonly range: FakeRange;
}

interface FakeSymbol {
  readonly name: string;
  readonly location: { readonly uri: FakeUri; readonly range: FakeRange };
}

interface FakeDocument {
  readonly uri: FakeUri;
  readonly isDirty: boolean;
  readonly isClosed: boolean;
  readonly encoding: string;
  getText(): string;
}

const initial = () => ({
  folders: [] as readonly string[],
  isTrusted: true,
  settings: {} as Readonly<Record<string, unknown>>,
  documents: [] as readonly FakeDocument[],
  tabs: [] as readonly FakeUri[],
  editor: undefined as FakeEditor | undefined,
  diagnostics: [] as readonly (readonly [FakeUri, readonly FakeDiagnostic[]])[],
  symbols: (): Promise<readonly FakeSymbol[] | undefined> => Promise.resolve([]),
  appRoot: '/nowhere',
  watchers: [] as FakeWatcher[],
  edited: new FakeEvent<{ readonly document: { readonly uri: FakeUri } }>(),
  closed: new FakeEvent<{ readonly uri: FakeUri }>(),
});

export const host = initial();

export function resetHost(): void {
  Object.assign(host, initial());
}

const foldersNow = () => host.folders.map((file) => ({ name: path.basename(file), uri: FakeUri.file(file) }));

function folderOf({ path: file }: FakeUri) {
  return foldersNow().find(({ uri }) => file === uri.path || file.startsWith(`${uri.path}/`));
}

function relativePath(uri: FakeUri): string {
  const folder = folderOf(uri);
  if (!folder) return uri.path;
  const below = path.posix.relative(folder.uri.path, uri.path);
  return host.folders.length > 1 ? `${folder.name}/${below}` : below;
}

function watcherOf({ base, pattern }: { readonly base: FakeUri; readonly pattern: string }) {
  const changed = new FakeEvent<unknown>();
  const watcher: FakeWatcher = { pattern: `${base.path}/${pattern}`, changed, isDisposed: false };
  host.watchers.push(watcher);
  const { subscribe } = changed;
  const dispose = () => {
    watcher.isDisposed = true;
  };
  return { onDidChange: subscribe, onDidCreate: subscribe, onDidDelete: subscribe, dispose };
}

export const fakeVscode = {
  Uri: FakeUri,
  Range: FakeRange,
  TabInputText,
  RelativePattern: class {
    readonly base: FakeUri;
    readonly pattern: string;

    constructor(base: FakeUri, pattern: string) {
      this.base = base;
      this.pattern = pattern;
    }
  },
  Disposable: {
    from: (...all: readonly { dispose(): unknown }[]) => ({
      dispose: () => {
        for (const one of all) one.dispose();
      },
    }),
  },
  env: {
    get appRoot() {
      return host.appRoot;
    },
  },
  window: {
    get activeTextEditor() {
      return host.editor;
    },
    get tabGroups() {
      return { all: [{ tabs: host.tabs.map((uri) => ({ input: new TabInputText(uri) })) }] };
    },
  },
  languages: { getDiagnostics: () => host.diagnostics },
  commands: { executeCommand: () => host.symbols() },
  workspace: {
    get workspaceFolders() {
      return foldersNow();
    },
    get isTrusted() {
      return host.isTrusted;
    },
    get textDocuments() {
      return host.documents;
    },
    getConfiguration: () => ({ get: (key: string) => host.settings[key] }),
    getWorkspaceFolder: folderOf,
    asRelativePath: relativePath,
    decode: async (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8'),
    encode: async (text: string) => Buffer.from(text),
    createFileSystemWatcher: watcherOf,
    get onDidChangeTextDocument() {
      return host.edited.subscribe;
    },
    get onDidCloseTextDocument() {
      return host.closed.subscribe;
    },
  },
};
