/** The deterministic summary: what it tells of a thread, and in which words. */
import { describe, expect, it } from 'vitest';
import { extract } from '../../../src/core/compaction/extract.ts';
import { estimateText } from '../../../src/core/tokens/estimate.ts';
import { entriesOf, itemsOf, PARCEL_THREAD } from './extract-thread.ts';

const head = itemsOf(PARCEL_THREAD);

function told(steps: Parameters<typeof entriesOf>[0], budget = 3000): string {
  return extract({ head: itemsOf(entriesOf(steps)), kept: [], budget }).text;
}

/** The items below a heading that begins with `heading`. */
function sectionOf(text: string, heading: string): readonly string[] {
  const section = text.split('\n## ').find((part) => part.startsWith(heading));
  return section?.split('\n').filter((line) => line.startsWith('- ')) ?? [];
}

describe('extract', () => {
  it.each([4000, 500, 250])('tells a thread in at most %i tokens', async (budget) => {
    const { text } = extract({ head, kept: [], budget });
    expect(estimateText(text)).toBeLessThanOrEqual(budget);
    await expect(`${text}\n`).toMatchFileSnapshot(`../../golden/extract/parcels-${budget}.md`);
  });

  it('says nothing without a budget or without a head', () => {
    expect(extract({ head, kept: [], budget: 0 }).text).toBe('');
    expect(extract({ head, kept: [], budget: -5 }).text).toBe('');
    expect(extract({ head: [], kept: PARCEL_THREAD, budget: 1000 }).text).toBe('');
  });

  it('does not keep twice what stays word for word', () => {
    const line = '  return formatDay(scan.instant, offsetAt(zone, scan.instant));';
    expect(extract({ head, kept: [], budget: 4000 }).text).toContain(line.trim());
    const kept = entriesOf([{ call: 'edit_file', input: { new_string: line }, result: 'ok' }]);
    expect(extract({ head, kept, budget: 4000 }).text).not.toContain(line.trim());
  });

  it('keeps what a model once summarized', () => {
    const summary = { type: 'summary', text: 'The person wants depots in Kiribati to be right as well.' } as const;
    expect(extract({ head: [summary, ...head], kept: [], budget: 4000 }).text).toContain(summary.text);
  });

  it('keeps short messages of the user whole and shortens huge ones at both ends', () => {
    const huge = `Begin here. ${'word after word '.repeat(5000)}The end matters.`;
    const text = told([{ typed: 'First wish.' }, { typed: huge }, { typed: 'Last wish.' }], 2000);
    const asks = sectionOf(text, 'What the user asked');
    expect(asks[0]).toBe('- First wish.');
    expect(asks[1]).toMatch(/^- Begin here\. .* \[…\] .*The end matters\.$/);
    expect(asks[2]).toBe('- Last wish.');
  });

  it('lets nothing in a passage end its fence', () => {
    const text = told([{ said: '````typescript\nconst fence = "a very special line that must be kept";\n````' }]);
    expect(text).toMatch(/^`{5}text$/m);
  });
});

describe('the to-do list', () => {
  const list = (status: string) => ({ todos: [{ content: 'Ship it', status }] });

  it.each([
    ['todo_write', list('completed'), '- [x] Ship it'],
    ['TodoWrite', list('in_progress'), '- [~] Ship it'],
    ['update_plan', { plan: [{ step: 'Ship it', status: 'pending' }] }, '- [ ] Ship it'],
    ['update_todo_list', { todos: '- [x] Ship it\n- [ ] Rest' }, '- [x] Ship it'],
    ['TaskCreate', { subject: 'Ship it' }, '- [ ] Ship it'],
  ])('of %s', (call, input, item) => {
    expect(sectionOf(told([{ call, input, result: 'ok' }]), 'To-do list')[0]).toBe(item);
  });

  it('is the last one, with the status that single tasks got later', () => {
    const text = told([
      { call: 'TaskCreate', input: { subject: 'One' }, result: 'ok' },
      { call: 'TaskCreate', input: { subject: 'Two' }, result: 'ok' },
      { call: 'TaskUpdate', input: { taskId: '1', status: 'completed' }, result: 'ok' },
    ]);
    expect(sectionOf(text, 'To-do list')).toEqual(['- [x] One', '- [ ] Two']);
  });

  it('is left out when a newer one stays in the context', () => {
    const kept = entriesOf([{ call: 'todo_write', input: list('completed'), result: 'ok' }]);
    expect(extract({ head, kept, budget: 4000 }).text).not.toContain('To-do list');
  });
});

describe('files', () => {
  const read = (from: number, to: number) =>
    ({ call: 'Read', input: { file_path: 'a.ts', offset: from, limit: to - from + 1 }, result: 'text' }) as const;

  it.each([
    ['merged ranges', [read(1, 20), read(21, 40), read(90, 99)], '- a.ts: read 1–40, 90–99'],
    ['a whole read', [read(1, 20), { call: 'Read', input: { file_path: 'a.ts' }, result: 'x' }], '- a.ts: read'],
    ['changes before reads', [read(1, 2), edit('a.ts'), edit('a.ts')], '- a.ts: changed 2×, read 1–2'],
    [
      'a patch',
      [{ call: 'apply_patch', input: '*** Begin Patch\n*** Add File: b.ts\n+x', result: 'ok' }],
      '- b.ts: changed',
    ],
    ['a shell that prints lines', [shell("sed -n '3,9p' src/c.py")], '- src/c.py: read 3–9'],
    ['a shell that writes', [shell('echo done > notes.txt')], '- notes.txt: changed'],
  ])('with %s', (_, steps, item) => {
    expect(sectionOf(told(steps), 'Files')).toEqual([item]);
  });

  it('does not list what failed', () => {
    expect(sectionOf(told([{ ...edit('a.ts'), failed: true }]), 'Files')).toEqual([]);
  });
});

function edit(path: string) {
  return { call: 'Edit', input: { file_path: path, old_string: 'x', new_string: 'y' }, result: 'ok' } as const;
}

function shell(command: string, result = 'ok') {
  return { call: 'Bash', input: { command }, result } as const;
}

describe('commands and errors', () => {
  it.each([
    ['a success', [shell('npm test')], '- `npm test`'],
    ['an exit code in words', [shell('npm test', 'Exit code 2\nboom')], '- `npm test`: exit 2'],
    ['an exit code in a tag', [shell('npm test', '<returncode>1</returncode>')], '- `npm test`: exit 1'],
    ['an exit code of a process', [shell('npm test', 'Process exited with code 3')], '- `npm test`: exit 3'],
    ['a failure without a code', [{ ...shell('npm test'), failed: true as const }], '- `npm test`: failed'],
    ['how the last try ended', [shell('npm test', 'exit code: 1'), shell('npm test')], '- `npm test` 2×'],
    ['backticks', [shell('echo `pwd`')], '- `` echo `pwd` ``'],
  ])('tell %s', (_, steps, item) => {
    expect(sectionOf(told(steps), 'Commands run')).toEqual([item]);
  });

  const failing = shell('npm test', 'ran 3\nTypeError: x is not a function\nexit code: 1');

  it.each([
    ['an open error', [failing], ['- `npm test`: TypeError: x is not a function']],
    ['none that a later run resolved', [failing, shell('npm test 2>&1 | tail')], []],
    [
      'an edit that never worked',
      [{ ...edit('a.ts'), result: 'String not found', failed: true as const }],
      ['- `a.ts`: String not found'],
    ],
    ['none when a later edit worked', [{ ...edit('a.ts'), failed: true as const }, edit('a.ts')], []],
  ])('tell %s', (_, steps, items) => {
    expect(sectionOf(told(steps), 'Errors not resolved')).toEqual(items);
  });
});

describe('decisions', () => {
  it('are what the user answered and what the model settled on', () => {
    const text = told([
      { call: 'ask_user', input: { question: 'Red or blue?' }, result: 'Blue, please.' },
      { said: 'We keep two tables instead of one because the old one is still read by the import.' },
      { said: 'Looking at the next file now, nothing special about it at all.' },
    ]);
    expect(sectionOf(text, 'Decisions')).toEqual([
      '- Red or blue? → Blue, please.',
      '- We keep two tables instead of one because the old one is still read by the import.',
    ]);
  });
});

it('reads the messages that stay once for all runs of a thread', () => {
  const readsFor = (runs: number) => {
    let reads = 0;
    const kept = new Proxy(PARCEL_THREAD, {
      get: (target, key, receiver) => {
        reads++;
        return Reflect.get(target, key, receiver);
      },
    });
    for (let n = 0; n < runs; n++)
      extract({ head: itemsOf(entriesOf([{ said: `the line of run ${n}` }])), kept, budget: 500 });
    return reads;
  };
  expect(readsFor(50)).toBe(readsFor(1));
});
