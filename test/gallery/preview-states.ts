/** States of the panel with the preview of a compaction. */
import type { Busy } from '../../src/core/protocol/panel-state.ts';
import type { ContextSize, Preview, PreviewPart } from '../../src/core/view/preview.ts';
import { at, id } from './rows.ts';
import type { GalleryState, Stuff } from './states.ts';

const limits = { window: 200_000, reserve: 16_384, trigger: 160_000, auto: true } as const;

const before: ContextSize = {
  ...limits,
  tokens: 148_000,
  estimated: false,
  segments: [
    { kind: 'system', tokens: 3_200 },
    { kind: 'tools', tokens: 8_400 },
    { kind: 'instructions', tokens: 2_200 },
    { kind: 'messages', tokens: 33_000 },
    { kind: 'toolResults', tokens: 89_200 },
    { kind: 'attachments', tokens: 11_400 },
    { kind: 'pins', tokens: 600 },
  ],
};

const after: ContextSize = {
  ...limits,
  tokens: 31_000,
  estimated: true,
  segments: [
    { kind: 'system', tokens: 3_200 },
    { kind: 'tools', tokens: 8_400 },
    { kind: 'instructions', tokens: 2_200 },
    { kind: 'summary', tokens: 4_100 },
    { kind: 'messages', tokens: 7_400 },
    { kind: 'toolResults', tokens: 5_100 },
    { kind: 'pins', tokens: 600 },
  ],
};

const none = { shown: [], others: 0 };
const place = (turn: number, time: string) => ({ turn, at: at(time) });

const summarized: PreviewPart = {
  fate: 'summarized',
  messages: 70,
  turns: 12,
  toolResults: 30,
  tokensBefore: 99_100,
  tokensAfter: 4_100,
  ranges: {
    shown: [
      { from: place(1, '13:02'), to: place(4, '13:20'), tokens: 30_100 },
      { from: place(5, '13:22'), to: place(12, '13:51'), tokens: 69_000 },
    ],
    others: 0,
  },
  calls: none,
};

const collapsed: PreviewPart = {
  fate: 'collapsed',
  messages: 18,
  turns: 0,
  toolResults: 9,
  tokensBefore: 25_600,
  tokensAfter: 3_600,
  ranges: { shown: [{ from: place(13, '13:52'), to: place(13, '13:57'), tokens: 25_600 }], others: 2 },
  calls: {
    shown: [
      { kind: 'run', label: 'npm test -- queue --reporter verbose', count: 4 },
      { kind: 'read', label: 'packages/upload/src/upload/queue.ts', count: 3 },
      { kind: 'read', label: 'docs/manifest.md', count: 1 },
    ],
    others: 1,
  },
};

const kept: PreviewPart = {
  fate: 'kept',
  messages: 14,
  turns: 2,
  toolResults: 3,
  tokensBefore: 9_500,
  tokensAfter: 9_500,
  ranges: { shown: [{ from: place(13, '13:58'), to: place(14, '14:07'), tokens: 8_900 }], others: 0 },
  calls: none,
};

const preview: Preview = {
  before,
  after,
  strategy: 'summarize',
  parts: [summarized, collapsed, kept],
  pins: {
    shown: [{ entry: id(103), label: 'Never drop an acknowledged part, whatever the server says of it.', tokens: 600 }],
    others: 0,
  },
  unpinned: {
    shown: [
      { entry: id(118), label: 'Give each part a retry budget.', tokens: 14 },
      { entry: id(110), label: 'Where is the manifest written, and by which version of the writer?', tokens: 22 },
    ],
    others: 9,
  },
  price: { summary: { likely: 0.02, most: 0.05 }, recache: { cost: 0.06, tokens: 17_200 }, savedPerCall: 0.035 },
  why: 'manual',
};

export function previewStates({
  past,
  shown,
  waiting,
}: Pick<Stuff, 'past' | 'shown'> & { readonly waiting: { readonly busy: Busy } }): Readonly<
  Record<string, GalleryState>
> {
  const withPreview = (change: Partial<Preview>) => ({
    snapshot: shown(past.slice(-1), { preview: { ...preview, ...change } }),
  });
  const { trigger: _, ...unknown } = before;
  return {
    '15-preview': withPreview({}),
    '15b-ask': {
      snapshot: shown(past.slice(-1), {
        ...waiting,
        preview: { ...preview, why: 'ask', before: { ...before, estimated: true }, afterUndo: 'asks' },
      }),
    },
    '15c-preview-bare': withPreview({
      strategy: 'native',
      parts: [{ ...summarized, fate: 'native' }, kept],
      pins: none,
      unpinned: none,
      price: { recache: { cost: 0.06, tokens: 17_200 }, savedPerCall: -0.001 },
    }),
    '15f-preview-before': withPreview({ chosen: { label: 'Where is the manifest written?', goes: false } }),
    '15g-preview-up-to': withPreview({ chosen: { label: 'It is written by the uploader.', goes: true } }),
    '15d-preview-instructed': { ...withPreview({}), press: ['instruct'] },
    '15e-preview-dropped': withPreview({
      before: { ...unknown, tokens: 214_000, auto: false },
      strategy: 'truncate',
      parts: [
        { ...summarized, fate: 'dropped', tokensAfter: 40, ranges: { ...summarized.ranges, others: 1_998 } },
        { ...collapsed, fate: 'trimmed' },
        kept,
      ],
      afterUndo: 'never',
    }),
  };
}
