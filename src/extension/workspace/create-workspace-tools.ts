/** The tools of a window for its workspace: its parts, what each thread has seen, and the permission of each call. */

import type { Authority } from '../../core/workspace/authority.ts';
import { commandOutput } from '../../core/workspace/commands/command-output.ts';
import type { Commands } from '../../core/workspace/commands/ports.ts';
import { runCommand } from '../../core/workspace/commands/run-command.ts';
import { stopCommand } from '../../core/workspace/commands/stop-command.ts';
import { threadCommands } from '../../core/workspace/commands/thread-commands.ts';
import { chooseTools } from '../../core/workspace/external/choose-tools.ts';
import { externalCall } from '../../core/workspace/external/external-call.ts';
import type { ExternalTools } from '../../core/workspace/external/external-tool.ts';
import type { ToolSelection } from '../../core/workspace/external/tool-selection.ts';
import { isSwitchedOff } from '../../core/workspace/external/tool-selection.ts';
import { gated } from '../../core/workspace/gate.ts';
import { InstructionReader } from '../../core/workspace/instructions/instruction-reader.ts';
import type { Files } from '../../core/workspace/ports.ts';
import { recordedAuthority } from '../../core/workspace/recorded-authority.ts';
import type { FileCopies } from '../../core/workspace/restore/ports.ts';
import { recordChanges } from '../../core/workspace/restore/record-changes.ts';
import { sweepBrokenOff } from '../../core/workspace/restore/sweep-broken-off.ts';
import { type FileWatch, type WatchedCommands, watchCommands } from '../../core/workspace/restore/watch-commands.ts';
import { SeenFiles } from '../../core/workspace/seen-files.ts';
import { searchThreadsTool } from '../../core/workspace/threads/search-threads-tool.ts';
import type { ThreadArchive } from '../../core/workspace/threads/thread-archive.ts';
import {
  READING_TOOLS,
  toolsForWindow,
  type WorkspaceParts,
  workspaceTools,
} from '../../core/workspace/workspace-tools.ts';
import type { SelectedTools, ToolSizes, WorkspaceToolset } from '../agent/agent-ports.ts';
import { SerialQueue } from '../session/serial-queue.ts';
import { orderedChanges } from './ordered-changes.ts';

export interface WindowParts extends Pick<WorkspaceParts, 'files' | 'search' | 'symbols' | 'diagnostics'> {
  readonly commands?: Commands;
  /** Absent: the model can't search other threads. */
  readonly archive?: ThreadArchive;
  readonly authorityOf: (threadId: string) => Authority;
  /** For sub-agents, which have no rules and ask nobody; absent when the window runs none. */
  readonly subAgentAuthority?: Authority;
  /** Whether a thread is open in the window; absent: only the one whose tools were made last. */
  readonly isOpen?: (thread: string) => boolean;
  /** Copies of what the tools change in a thread, by its id; absent: nothing can be restored. */
  readonly copiesOf?: (thread: string) => FileCopies;
  /** Absent: what commands change is not known. */
  readonly watch?: FileWatch;
  /** Absent: the window has no external tools, and Spool's own can't be switched off. */
  readonly external?: { readonly tools: ExternalTools; readonly selection: () => ToolSelection };
  /** Called with absolute paths, with `/`, of files that a command changed which a person was asked about. */
  readonly onChangeByCommand?: (paths: readonly string[]) => void;
}

/** What the tools of one thread go through. */
interface ToolParts extends Pick<WindowParts, 'files' | 'commands'> {
  readonly thread?: string;
}

/** A part that the window lacks leaves its tools out. */
export function createWorkspaceTools({
  authorityOf,
  subAgentAuthority,
  isOpen = () => false,
  copiesOf,
  watch,
  onChangeByCommand,
  external,
  archive,
  ...parts
}: WindowParts): WorkspaceToolset {
  const checkFolder = (given: string | undefined) => parts.files.check(given ?? firstFolder(parts.files.folders()));
  const all = (seen: SeenFiles, { window, limits }: ToolSizes, { files, commands, thread = '' }: ToolParts = parts) => {
    const tools = [
      ...workspaceTools({ ...parts, files, seen, limits }),
      ...(commands ? [runCommand(commands, checkFolder), commandOutput(commands), stopCommand(commands)] : []),
      ...(archive ? [searchThreadsTool(archive, thread)] : []),
    ];
    return toolsForWindow(tools, window ?? Number.POSITIVE_INFINITY);
  };
  const changes = new SerialQueue();
  const owners = new Map<string, string>();
  const threads = new Map<string, { readonly seen: SeenFiles; readonly running: WatchedCommands }>();
  const endClosed = () => {
    for (const [id, { running }] of threads) {
      if (isOpen(id)) continue;
      for (const watched of running.values()) watched.end();
      threads.delete(id);
    }
  };
  const readerOf = instructionReaders(parts.files, isOpen);
  return {
    instructionsOf: (id, thread, rereadAll) => readerOf(id).read(thread, rereadAll),
    described: (size) => all(new SeenFiles(), size),
    ...(subAgentAuthority && {
      readingTools: (size) =>
        all(new SeenFiles(), size)
          .filter(({ name }) => READING_TOOLS.has(name) && !external?.selection().off.includes(name))
          .map((tool) => gated(tool, subAgentAuthority)),
    }),
    ...(external && { selection: selectedTools(external, authorityOf) }),
    toolsOf: ({ id, log }, size) => {
      let open = threads.get(id);
      if (!open) {
        endClosed();
        open = { seen: new SeenFiles(), running: new Map() };
        threads.set(id, open);
        if (copiesOf) void sweepBrokenOff(log.thread, { files: parts.files, copies: copiesOf(id) });
      }
      const recorded = recordedAuthority(authorityOf(id), log);
      const { seen, running } = open;
      const recordedFiles = copiesOf ? recordChanges(parts.files, copiesOf(id), log) : parts.files;
      const files = orderedChanges(recordedFiles, changes);
      const own = parts.commands && threadCommands(parts.commands, id, owners);
      const commands = own && watch ? watchCommands(own, watch, running, log, onChangeByCommand) : own;
      return all(seen, size, { files, thread: id, ...(commands && { commands }) }).map((tool) => gated(tool, recorded));
    },
  };
}

/** One for each thread; those of closed threads are let go when a new one is made. */
function instructionReaders(files: Files, isOpen: (thread: string) => boolean): (thread: string) => InstructionReader {
  const readers = new Map<string, InstructionReader>();
  return (id) => {
    let reader = readers.get(id);
    if (!reader) {
      for (const known of readers.keys()) if (!isOpen(known)) readers.delete(known);
      reader = new InstructionReader(files);
      readers.set(id, reader);
    }
    return reader;
  };
}

function selectedTools(
  { tools, selection }: NonNullable<WindowParts['external']>,
  authorityOf: WindowParts['authorityOf'],
): SelectedTools {
  return {
    choose: (own, window) => chooseTools(selection(), tools.list(), { own, window }),
    isOff: (name) => isSwitchedOff(name, selection()),
    externalOf: ({ id, log }, offered) => {
      const authority = recordedAuthority(authorityOf(id), log);
      const isOn = (tool: string) => selection().on.includes(tool);
      return offered.map((tool) => externalCall(tool, { tools, isOn, authority }));
    },
  };
}

/** As a path: with one folder, paths begin in it. */
function firstFolder(folders: readonly string[]): string {
  return folders.length > 1 ? (folders[0] ?? '.') : '.';
}
