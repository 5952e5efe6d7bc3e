/** The status bar's words for every state of the context. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Meter } from '../../../src/core/view/meter.ts';
import { meterText, questionText, TOOLTIP_COMMANDS, withOthers } from '../../../src/extension/status-bar/meter-text.ts';
import { ENGLISH } from '../english.ts';

const CALM: Meter = {
  tokens: 124_000,
  estimated: false,
  model: 'm',
  window: 200_000,
  reserve: 16_384,
  trigger: 160_000,
  tone: 'calm',
  auto: true,
  segments: [
    { kind: 'system', tokens: 10_000 },
    { kind: 'tools', tokens: 3_800 },
    { kind: 'summary', tokens: 4_200 },
    { kind: 'messages', tokens: 33_000 },
    { kind: 'toolResults', tokens: 73_000 },
  ],
  largest: [],
};
const { window: _w, trigger: _t, ...UNKNOWN } = { ...CALM, reserve: 0 };

it('says that a question waits', () => {
  expect(questionText(ENGLISH)).toMatchObject({ text: '$(question) Spool asks', background: 'warning' });
});

it('says what threads in the background do', () => {
  const calm = meterText(CALM, undefined, ENGLISH);
  expect(withOthers(calm, { working: 0, asking: 0 }, ENGLISH)).toBe(calm);
  expect(withOthers(calm, { working: 1, asking: 0 }, ENGLISH)).toMatchObject({
    text: `${calm.text} $(sync~spin) 1`,
    tooltip: expect.stringContaining('1 other thread is at work. [Open Thread…](command:spool.openThread)'),
    label: `${calm.label} 1 other thread is at work.`,
  });
  const asking = withOthers(questionText(ENGLISH), { working: 2, asking: 1 }, ENGLISH);
  expect(asking).toMatchObject({ text: '$(question) Spool asks $(question) 3', background: 'warning' });
  expect(asking.label).toMatch(/1 other thread asks you. 2 other threads are at work.$/);
});

describe('the short text', () => {
  it.each<[string, Meter, string, string | undefined]>([
    ['measured', CALM, '62%', undefined],
    ['estimated', { ...CALM, tokens: 32_000, estimated: true }, '~16%', undefined],
    ['almost empty', { ...CALM, tokens: 0 }, '0%', undefined],
    ['near the trigger, compacting by itself', { ...CALM, tokens: 150_000, tone: 'near' }, '75%', undefined],
    [
      'near the trigger, not compacting by itself',
      { ...CALM, tokens: 148_000, tone: 'near', auto: false },
      '$(warning) 74%',
      'warning',
    ],
    [
      'past the trigger, not compacting by itself',
      { ...CALM, tokens: 166_000, tone: 'near', auto: false },
      '$(warning) 83%',
      'warning',
    ],
    ['past the trigger, compacting by itself', { ...CALM, tokens: 166_000, tone: 'near' }, '83%', undefined],
    ['too large', { ...CALM, tokens: 194_000, tone: 'over' }, '$(error) 97%', 'error'],
    [
      'case 35: larger than the window',
      { ...CALM, tokens: 248_000, tone: 'over', estimated: true },
      '$(error) ~124%',
      'error',
    ],
    [
      'M6: full, of a model that takes less input than its window holds',
      { ...CALM, window: 400_000, maxInput: 272_000, reserve: 128_000, tokens: 272_000, tone: 'near' },
      '100%',
      undefined,
    ],
    ['of an unknown window', UNKNOWN, '–', undefined],
  ])('of a context that is %s', (_name, meter, text, background) => {
    const found = meterText(meter, undefined, ENGLISH);
    expect(found.text.endsWith(text), found.text).toBe(true);
    expect(found.background).toBe(background);
  });

  it('bears the icon that package.json contributes', () => {
    const { icons } = JSON.parse(readFileSync('package.json', 'utf8')).contributes;
    const [id = ''] = Object.keys(icons);
    expect(id, 'VS Code takes only ids of two segments').toMatch(/^\w+(-\w+)+$/);
    expect(meterText(CALM, undefined, ENGLISH).text).toBe(`$(${id}) 62%`);
    expect(existsSync(icons[id].default.fontPath)).toBe(true);
  });

  it.each([
    ['by hand', { type: 'compacting' }],
    ['in a turn', { type: 'turn', phase: 'compacting', since: 0 }],
  ] as const)('spins while compacting %s, and is no error', (_name, busy) => {
    const found = meterText({ ...CALM, tone: 'over' }, busy, ENGLISH);
    expect(found.text).toBe('$(sync~spin) Compacting');
    expect(found.background).toBeUndefined();
    expect(found.tooltip).toContain('**Compacting**');
  });
});

it('is read out as whole sentences', () => {
  expect(meterText(CALM, undefined, ENGLISH).label).toBe(
    'Context 62 percent: 124 thousand of 200 thousand tokens. 36 thousand until compaction. Show details.',
  );
  expect(meterText({ ...CALM, tokens: 199_000, tone: 'over', estimated: true }, undefined, ENGLISH).label).toBe(
    'Context 100 percent: 199 thousand of 200 thousand tokens. This is an estimate. The next request does not fit. Show details.',
  );
  expect(meterText(UNKNOWN, undefined, ENGLISH).label).toBe(
    'Context: 124 thousand tokens; the window of the model is not known. Show details.',
  );
});

describe('the tooltip', () => {
  const { tooltip } = meterText(CALM, undefined, ENGLISH);

  it('leads with the distance and lists what fills the context', () => {
    expect(tooltip.split('\n\n').slice(0, 2)).toEqual([
      '**36k until compaction**',
      '124k of 200k · 62% · compaction is due at 160k',
    ]);
    expect(tooltip).toContain('| System, tools, instructions | ~13.8k | 6.9% |');
    expect(tooltip).toContain('| Tool results | ~73.0k | 36.5% |');
    expect(tooltip).toContain('| Reserved for the reply | 16.4k | 8.2% |');
    expect(tooltip).not.toContain('Pins');
    expect(tooltip).not.toContain('cost');
    const paid = meterText({ ...CALM, cost: 0.0213 }, undefined, ENGLISH).tooltip;
    expect(paid).toContain('This thread has cost ~$0.021 so far, by the list prices.');
  });

  it('R25 says what the provider adds, and what its reports say of the window', () => {
    const segments = [...CALM.segments, { kind: 'server', tokens: 30_000 }] as const;
    const shown = (finding: Meter['finding']) =>
      meterText({ ...CALM, segments, ...(finding && { finding }) }, undefined, ENGLISH).tooltip;
    expect(shown(undefined)).toContain('| Added by the provider | ~30.0k | 15.0% |');
    expect(shown({ type: 'suspected-limit', tokens: 4_096 })).toContain(
      'The provider reports 4.1k however much is sent',
    );
    expect(shown({ type: 'window-exceeded', tokens: 250_000 })).toContain('answered requests of 250k');
  });

  it('R23 leads with the distance to where an estimate is due', () => {
    const { tooltip: early } = meterText({ ...CALM, estimated: true, dueAt: 145_455 }, undefined, ENGLISH);
    expect(early).toContain('**~21k until compaction**');
  });

  it('links only to commands that are allowed', () => {
    const whole = withOthers(meterText(CALM, undefined, ENGLISH), { working: 1, asking: 0 }, ENGLISH);
    const links = [...whole.tooltip.matchAll(/command:([\w.]+)/g)].map((match) => match[1]);
    expect(links).toEqual(TOOLTIP_COMMANDS);
  });

  it('takes the name of a file for no Markdown', () => {
    const name = '[x](command:spool.compactThread) $(bug)';
    const text = meterText(CALM, { type: 'importing', name }, ENGLISH).tooltip;
    expect(text).toContain('\\[x\\]\\(command:spool\\.compactThread\\) \\$\\(bug\\)');
  });
});
