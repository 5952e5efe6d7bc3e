/** Select Tools…: what is kept of a selection, and by which window it is judged. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { NOTHING_SELECTED, type ToolSelection } from '../../../src/core/workspace/external/tool-selection.ts';
import type { ToolSizes } from '../../../src/extension/agent/agent-ports.ts';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import { work } from '../../core/arbitrary/work.ts';
import { ENGLISH } from '../english.ts';

interface Picker {
  items: readonly Row[];
  selectedItems: readonly Row[];
  activeItems: readonly Row[];
  value: string;
  title: string;
  keepScrollPosition?: boolean;
}

interface Row {
  readonly label: string;
  readonly own?: readonly string[];
  readonly external?: string;
}

const SAID = { type: 'message', origin: 'model', blocks: [{ type: 'text', text: 'Done.' }] } as const;
const TOOL = Object.freeze({ name: 'weather', description: 'W'.repeat(8_000), inputSchema: {} });

/** What the person does with the list, and what it shows. */
const person = {
  selects: (selected: readonly Row[], _all: readonly Row[]): readonly Row[] => selected,
  title: '',
  tools: [] as readonly object[],
  /** While the list is open; then the person accepts it. */
  waits: undefined as ((picker: Picker) => void) | undefined,
  first: [] as readonly Row[],
  all: [] as readonly Row[],
};

vi.mock('vscode', () => ({
  QuickPickItemKind: { Separator: -1 },
  lm: {
    get tools() {
      return person.tools;
    },
  },
  extensions: {
    onDidChange: () => ({ dispose: () => undefined }),
    all: [
      {
        id: 'p.w',
        packageJSON: {
          displayName: 'W',
          contributes: { languageModelTools: ['weather', 'wind', 'waves'].map((name) => ({ name })) },
        },
      },
    ],
  },
  window: {
    createQuickPick: () => {
      const listeners = { change: () => {}, accept: () => {} };
      const picker = {
        value: '',
        activeItems: [] as readonly Row[],
        items: [] as readonly Row[],
        selectedItems: [] as readonly Row[],
        title: '',
        onDidChangeSelection: (listener: () => void) => Object.assign(listeners, { change: listener }),
        onDidAccept: (listener: () => void) => Object.assign(listeners, { accept: listener }),
        onDidHide: () => {},
        dispose: () => {},
        show: () => {
          person.first = picker.selectedItems;
          person.all = picker.items;
          picker.selectedItems = person.selects(picker.selectedItems, picker.items);
          listeners.change();
          person.waits?.(picker);
          person.title = picker.title;
          listeners.accept();
        },
      };
      return picker;
    },
  },
}));
const { selectTools } = await import('../../../src/extension/commands/select-tools.ts');

beforeEach(() => {
  const selects = (rows: readonly Row[]) => rows;
  Object.assign(person, { selects, title: '', first: [], tools: [TOOL], waits: undefined });
});

async function select(window: number, before: ToolSelection, thread?: Thread) {
  const told: string[] = [];
  const sizes: ToolSizes[] = [];
  const kept: ToolSelection[] = [];
  const host = {
    session: {
      state: {
        mode: 'ask',
        open: thread && { thread },
        settings: { config: DEFAULT_CONFIG },
        model: { head: { id: 'local/m', name: 'M' }, reported: { window } },
      },
    },
    workspaceTools: {
      readingTools: () => [],
      described: (size: ToolSizes) => {
        sizes.push(size);
        return ['read_file', 'write_file', 'compact'].map((name) => ({ name, description: name, inputSchema: {} }));
      },
    },
    permissions: { tools: before, setTools: (selection: ToolSelection) => void kept.push(selection) },
    l10n: ENGLISH,
    tell: ({ text }: { readonly text: string }) => void told.push(text),
  } as unknown as CommandContext;
  await selectTools(host);
  return { sizes, kept: kept[0], told };
}

it('keeps what is not listed now as it was, on or off', async () => {
  const before = { on: ['of_a_server_that_waits'], off: ['search_text', 'ask_agent', 'write_file'] };
  expect((await select(8_000, before)).kept).toEqual(before);
  expect(person.first.flatMap(({ own = [] }) => own)).not.toContain('write_file');
  person.selects = (rows) => rows.filter(({ own }) => !own?.includes('read_file'));
  const { kept } = await select(8_000, before);
  expect(kept?.off).toEqual(['search_text', 'ask_agent', 'read_file', 'write_file']);
});

it('judges by the window of the selected model, also where no thread is open', async () => {
  const { sizes } = await select(8_000, { on: ['weather'], off: [] });
  expect(sizes.map(({ window }) => window)).toEqual([8_000]);
  expect(person.title).toBe('Tools of the Agent: 1 has no room in the window of 8k');
  expect(person.first.flatMap(({ own = [] }) => own)).not.toContain('ask_agent');
  await select(100_000, NOTHING_SELECTED);
  expect(person.title).toMatch(/tokens of a window of 100k$/);
  expect(person.first.flatMap(({ own = [] }) => own)).toContain('ask_agent');
});

it('says that a tool which is switched on waits for a compaction, external or our own', async () => {
  const off = { type: 'tools', offered: [], without: ['write_file'] } as const;
  const thread = [off, SAID].reduce<Thread>((to, one) => append(to, { ...one, id: nextId(to), at: 0 }), work(2));
  person.selects = (_, all) => all;
  const { told } = await select(400_000, { on: [], off: ['write_file'] }, thread);
  expect(told).toEqual([expect.stringMatching(/^This thread is offered write_file(,| and) weather from its next/)]);
});

it('has short words at the first row, where VS Code takes the room from the name', async () => {
  await select(100_000, NOTHING_SELECTED);
  const [first] = person.all;
  expect(first?.label).toMatch(/^Spool \(\d more always on\)$/);
});

describe('while it is open', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const WIND = Object.freeze({ name: 'wind', description: 'Wind.', inputSchema: {} });
  const WAVES = Object.freeze({ name: 'waves', description: 'Waves.', inputSchema: {} });
  const externals = (rows: readonly Row[]) => rows.flatMap(({ external }) => external ?? []);
  const changes = (tools: readonly object[]) => {
    person.tools = tools;
    vi.advanceTimersToNextTimer();
  };

  it('shows tools that come and go, with what is checked, typed and marked', async () => {
    person.tools = [TOOL, WAVES];
    person.selects = (_, all) => all.filter(({ external, own }) => external === 'waves' || own?.includes('read_file'));
    person.waits = (picker) => {
      picker.value = 'w';
      picker.activeItems = picker.items.filter(({ external }) => external === 'waves');
      changes([WIND, TOOL, WAVES]);
      expect(externals(picker.items)).toEqual(expect.arrayContaining(['weather', 'wind', 'waves']));
      expect(externals(picker.selectedItems)).toEqual(['waves']);
      expect(picker.selectedItems.flatMap(({ own = [] }) => own)).toEqual(['read_file']);
      expect([externals(picker.activeItems), picker.value, picker.keepScrollPosition]).toEqual([['waves'], 'w', true]);
      expect(picker.activeItems.every((row) => picker.items.includes(row))).toBe(true);
      changes([WIND, TOOL]);
      expect(externals(picker.selectedItems)).toEqual([]);
      // The row is gone; the mark stays at its place in the list.
      expect(picker.activeItems).toHaveLength(1);
      changes([WIND, TOOL, WAVES]);
      expect(externals(picker.selectedItems)).toEqual(['waves']);
    };
    const { kept } = await select(400_000, { on: ['weather'], off: [] });
    expect(kept?.on).toEqual(['waves']);
    expect(kept?.off).toContain('write_file');
    expect(kept?.off).not.toContain('read_file');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts what a tool takes anew when its description changes, and leaves the list alone when nothing does', async () => {
    person.selects = (_, all) => all;
    person.waits = (picker) => {
      const { items, title } = picker;
      vi.advanceTimersToNextTimer();
      expect(picker.items).toBe(items);
      changes([Object.freeze({ ...TOOL, description: 'Rain and wind. '.repeat(800) })]);
      expect(picker.title).not.toBe(title);
      expect(externals(picker.selectedItems)).toEqual(['weather']);
    };
    await select(400_000, NOTHING_SELECTED);
  });
});
