/** What a summarizer is told: prompt, directives, the person's wish, where it ends and how long it may be (R43, R46). */
import { describe, expect, it } from 'vitest';
import { summaryInstruction } from '../../../../src/core/compaction/summarize/instruction.ts';
import { DEFAULT_SUMMARY_OPTIONS, type SummaryOptions } from '../../../../src/core/compaction/summarize/options.ts';

const own: SummaryOptions = {
  summaryPrompt: ' Sum it up. ',
  summaryDirectives: [' in verse', 'in order'],
  retainPrompt: ' Keep this: ',
  retainDirectives: [' ports', 'names'],
};

describe('R43 R46 summaryInstruction', () => {
  it.each<[string, Parameters<typeof summaryInstruction>[0], readonly string[]]>([
    [
      'prompts and directives of the person in place of the built-in ones, and nothing else but the size',
      { options: own, budget: 1_000 },
      ['Sum it up.', '- in verse\n- in order', 'Keep this:', '- ports\n- names', 'Take at most about 600 words.'],
    ],
    [
      'a prompt alone makes no empty list',
      { options: { ...own, summaryDirectives: [], retainDirectives: [] }, budget: 1_000 },
      ['Sum it up.', 'Keep this:', 'Take at most about 600 words.'],
    ],
    [
      'without a retain section its directives go too',
      { options: { ...own, retainPrompt: null }, budget: 1_000 },
      ['Sum it up.', '- in verse\n- in order', 'Take at most about 600 words.'],
    ],
    [
      'what the person asks of this one, then where it ends',
      {
        options: { ...own, summaryDirectives: [], retainPrompt: null },
        budget: 1_000,
        instructions: ' the API only ',
        until: 'abc123',
      },
      [
        'Sum it up.',
        'The person asks of this summary: the API only',
        'Summarize only what stands up to and including <checkpoint:abc123>: everything after it stays in the context word for word.',
        'Take at most about 600 words.',
      ],
    ],
    [
      'a blank wish is none',
      { options: { ...own, summaryDirectives: [], retainPrompt: null }, budget: 1_000, instructions: ' \n' },
      ['Sum it up.', 'Take at most about 600 words.'],
    ],
  ])('%s', (_, input, parts) => expect(summaryInstruction(input).split('\n\n')).toEqual(parts));

  it('takes the built-in prompts where the person has none, blank ones too', () => {
    const text = summaryInstruction({ options: DEFAULT_SUMMARY_OPTIONS, budget: 1_000 });
    expect(text).toMatch(/^The messages of this thread are about to be replaced[\s\S]*<summary> and <\/summary>/);
    expect(text).toMatch(/\n\nBefore the summary, put between <retain> and <\/retain>/);
    expect(text).not.toMatch(/\n\n\n|^- $/m);
    const blank = { ...DEFAULT_SUMMARY_OPTIONS, summaryPrompt: ' \n', retainPrompt: ' ' };
    expect(summaryInstruction({ options: blank, budget: 1_000 })).toBe(text);
  });

  it.each([
    [0, 100],
    [200, 100],
    [250, 150],
    [1_000, 600],
    [1_041, 600],
    [1_042, 650],
    [6_000, 3_600],
  ])('%i tokens are about %i words, to the next fifty and never under a hundred', (budget, words) => {
    expect(summaryInstruction({ options: own, budget })).toMatch(new RegExp(`about ${words} words\\.$`));
  });
});
