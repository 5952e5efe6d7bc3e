/** The terminals that show commands: what is written into them, and what closing one does. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CommandState } from '../../../../src/core/workspace/commands/ports.ts';
import { CommandPseudoterminal } from '../../../../src/extension/workspace/vscode/command-pseudoterminal.ts';
import { CommandTerminals } from '../../../../src/extension/workspace/vscode/command-terminals.ts';
import { TerminalText, visibleCommand } from '../../../../src/extension/workspace/vscode/terminal-text.ts';
import { ENGLISH } from '../../english.ts';

interface FakeTerminal {
  readonly name: string;
  readonly pty?: CommandPseudoterminal;
  exitStatus: object | undefined;
  dispose(): void;
}

const { host } = vi.hoisted(() => ({
  host: {
    terminals: [] as FakeTerminal[],
    messages: [] as string[],
    answer: undefined as string | undefined,
  },
}));

vi.mock('vscode', () => ({
  ThemeIcon: class {},
  window: {
    activeTerminal: undefined,
    createTerminal: (options: { name: string; pty?: CommandPseudoterminal }) => {
      const terminal = {
        ...options,
        exitStatus: undefined as object | undefined,
        show: () => {},
        dispose: () => {
          terminal.exitStatus = {};
          options.pty?.close();
        },
      };
      host.terminals.push(terminal);
      return terminal;
    },
    showInformationMessage: async (text: string) => {
      host.messages.push(text);
      return host.answer;
    },
  },
}));

beforeEach(() => {
  host.terminals.length = 0;
  host.messages.length = 0;
  host.answer = undefined;
});

const ended = (code: number): CommandState => ({
  type: 'ended',
  by: { type: 'exit', code },
  cause: undefined,
  left: [],
  seconds: 1,
  binaryBytes: 0,
  droppedLength: 0,
});

function pseudoterminal(command = 'npm test') {
  const writes: string[] = [];
  const closed: string[] = [];
  const pty = new CommandPseudoterminal({ command, l10n: ENGLISH, onClosed: () => closed.push(command) });
  pty.onDidWrite((text) => writes.push(text));
  return { pty, writes, closed };
}

describe('CommandPseudoterminal', () => {
  it('keeps what comes before it is open, and then writes the first text at once', () => {
    const { pty, writes } = pseudoterminal();
    pty.text('one\ntwo\n');
    expect(writes).toEqual([]);
    pty.open();
    expect(writes).toEqual(['\x1b[2m$ npm test\x1b[0m\r\none\r\ntwo\r\n']);
  });

  it('writes at once after a pause, and all that came meanwhile together', async () => {
    const { pty, writes } = pseudoterminal();
    pty.open();
    for (let n = 0; n < 1000; n++) pty.text(`${n}\n`);
    await expect.poll(() => writes.join('')).toContain('999\r\n');
    expect(writes.length).toBeLessThan(10);
  });

  it('leaves out what comes too fast, and says so', async () => {
    const { pty, writes } = pseudoterminal();
    pty.open();
    for (let n = 0; n < 200; n++) pty.text(`${'x'.repeat(9_999)}\n`);
    pty.ended(ended(0));
    await expect.poll(() => writes.join('')).toContain('[exit 0]');
    expect(writes.join('').length).toBeLessThan(200_000);
    expect(writes.join('')).toMatch(/\[\d+ characters left out here\]/);
  });

  it('says how the command ended, and stays open', async () => {
    const { pty, writes, closed } = pseudoterminal();
    pty.open();
    pty.ended({ ...ended(3), left: [{ pid: 7, name: 'sleep 1000' }] } as CommandState);
    await expect.poll(() => writes.join('')).toContain('[exit 3]\r\n[still running: process 7, sleep 1000]');
    expect('onDidClose' in pty || 'handleInput' in pty).toBe(false);
    pty.close();
    expect(closed).toEqual([]);
  });
});

describe('CommandTerminals', () => {
  it('a closed terminal does not end its command: the person is asked', async () => {
    const stops: string[] = [];
    const terminals = new CommandTerminals(ENGLISH);
    const command = {
      id: 'c_1',
      command: 'npm run watch',
      folder: '/w',
      stop: async (cause: string) => stops.push(cause),
    };
    terminals.show(command);
    host.terminals[0]?.pty?.close();
    expect(host.messages).toEqual(['“npm run watch” goes on, though its terminal was closed.']);
    expect(stops).toEqual([]);
    host.answer = 'Stop It';
    terminals.show({ ...command, id: 'c_2' });
    host.terminals[1]?.pty?.close();
    await expect.poll(() => stops).toEqual(['person']);
  });

  it('closes the oldest of many that have ended, and without a question', () => {
    const terminals = new CommandTerminals(ENGLISH);
    for (let n = 0; n < 30; n++)
      terminals.show({ id: `c_${n}`, command: `echo ${n}`, folder: '/w', stop: async () => {} }).ended(ended(0));
    const open = host.terminals.filter(({ exitStatus }) => exitStatus === undefined);
    expect(open.length).toBeLessThan(11);
    expect(terminals.reveal('c_29')).toBe(true);
    expect(terminals.reveal('c_0')).toBe(false);
    terminals.dispose();
    expect(host.messages).toEqual([]);
  });
});

describe('TerminalText', () => {
  it.each([
    ['colours and moves stay', '\x1b[1;31mred\x1b[0m\r\x1b[K10 %\b', '\x1b[1;31mred\x1b[0m\r\x1b[K10 %\b'],
    ['lines begin at the left', 'a\nb\n', 'a\r\nb\r\n'],
    ['the clipboard, titles and links go', '\x1b]52;c;QUJD\x07\x1b]0;t\x07\x1b]8;;u\x1b\\a', 'a'],
    ['modes and questions go', '\x1b[?1049h\x1b[6n\x1b[c\x1b[>c\x1bca', 'a'],
    ['bells go', 'a\x07b', 'ab'],
  ])('%s', (_, raw, shown) => {
    expect(new TerminalText().write(raw)).toBe(shown);
    const text = new TerminalText();
    expect([...raw].map((character) => text.write(character)).join('')).toBe(shown);
  });

  it('shows what hides in a command', () => {
    expect(visibleCommand('ls\u202e \u200bx\x1b[8m\ny')).toBe('ls[U+202E] [U+200B]x[U+001B][8m\ny');
  });
});
