/** The tools of a window, loaded when they are first offered to a model, so that a start of VS Code does not load them. */
import type { Mode } from '../../core/permission/request.ts';
import type { InstructionFile } from '../../core/thread/instructions.ts';
import type { ToolSizes, WorkspaceToolset } from '../agent/agent-ports.ts';
import type { OpenedWorkspace } from './vscode/open-workspace.ts';

export interface LazyWorkspaceParts {
  readonly open: () => Promise<OpenedWorkspace>;
  /** False where no tool may be offered: no folder on a disk is open, or the workspace is not trusted. */
  readonly isAvailable: () => boolean;
  readonly mode: () => Mode;
  /** What other extensions add to the workspace's instructions. */
  readonly instructions?: (rereadAll: boolean) => Promise<readonly InstructionFile[]>;
  readonly onFailure: (error: unknown) => void;
}

export class LazyWorkspace implements WorkspaceToolset {
  readonly #parts: LazyWorkspaceParts;
  readonly #listeners = new Set<() => void>();
  #opening: Promise<void> | undefined;
  #opened: OpenedWorkspace | undefined;

  constructor(parts: LazyWorkspaceParts) {
    this.#parts = parts;
  }

  readonly onDidChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** To be called when folders or trust have changed. */
  readonly changed = (): void => {
    for (const listener of this.#listeners) listener();
  };

  mode = (): Mode | undefined => (this.#parts.isAvailable() ? this.#parts.mode() : undefined);

  ready = (): Promise<void> => {
    if (this.#opened || !this.#parts.isAvailable()) return Promise.resolve();
    this.#opening ??= this.#open();
    return this.#opening;
  };

  described = (size: ToolSizes) => {
    if (!this.#parts.isAvailable()) return [];
    void this.ready();
    return this.#opened?.tools.described(size) ?? [];
  };

  /** Undefined in Restricted Mode, where the workspace's instructions are not followed. */
  get instructionsOf(): WorkspaceToolset['instructionsOf'] {
    const own = this.#parts.isAvailable() ? this.#opened?.tools.instructionsOf : undefined;
    const { instructions } = this.#parts;
    if (!own || !instructions) return own;
    return async (id, thread, rereadAll) => {
      const [files, more] = await Promise.all([own(id, thread, rereadAll), instructions(rereadAll)]);
      return [...files, ...more];
    };
  }

  get readingTools(): WorkspaceToolset['readingTools'] {
    return this.#parts.isAvailable() ? this.#opened?.tools.readingTools : undefined;
  }

  get selection(): WorkspaceToolset['selection'] {
    return this.#parts.isAvailable() ? this.#opened?.tools.selection : undefined;
  }

  toolsOf: WorkspaceToolset['toolsOf'] = (thread, size) =>
    (this.#parts.isAvailable() ? this.#opened?.tools.toolsOf(thread, size) : undefined) ?? [];

  async close(): Promise<void> {
    await this.#opening;
    await this.#opened?.close();
  }

  async #open(): Promise<void> {
    try {
      this.#opened = await this.#parts.open();
      this.changed();
    } catch (error) {
      this.#opening = undefined;
      this.#parts.onFailure(error);
    }
  }
}
