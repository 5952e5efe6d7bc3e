/** States of the panel around attachments: chips of the draft and of messages, and the list after `@`. */
import type { DraftAttachmentView } from '../../src/core/protocol/draft-attachment.ts';
import type { Mentions } from '../../src/core/protocol/mention.ts';
import type { Snapshot } from '../../src/core/protocol/panel-state.ts';
import type { PromptView } from '../../src/core/protocol/prompt.ts';
import type { Meter } from '../../src/core/view/meter.ts';
import type { Row } from '../../src/core/view/row.ts';
import { said, typed } from './rows.ts';
import type { GalleryState } from './states.ts';

/** What a state has of it. */
export interface Attached {
  readonly attached?: readonly DraftAttachmentView[];
  /** What the host answers to `@`, where that is not `mentions`. */
  readonly mentions?: Mentions;
  /** The prompts of the workspace; none where left out. */
  readonly prompts?: readonly PromptView[];
}

interface Stuff {
  readonly none: Snapshot;
  readonly shown: (rows: readonly Row[], more?: Partial<Snapshot>) => Snapshot;
  readonly work: readonly Row[];
  readonly calm: Meter;
}

const attached: readonly DraftAttachmentView[] = [
  { id: 1, kind: 'selection', name: 'src/upload/queue.ts', lines: { from: 12, to: 40 }, tokens: 410, source: 'same' },
  { id: 2, kind: 'file', name: 'packages/storage/src/manifest/read-manifest.ts', tokens: 2_300, source: 'changed' },
  { id: 3, kind: 'pasted', tokens: 6_800, source: 'none' },
  { id: 4, kind: 'image', name: 'screenshot.png', tokens: 1_100, source: 'none' },
  { id: 5, kind: 'problems', tokens: 130, source: 'none' },
  { id: 6, kind: 'file', name: '/tmp/trace.log', tokens: 90, source: 'gone' },
];

const prompts: readonly PromptView[] = [
  {
    typed: '/review',
    hint: '<file>',
    takesArguments: true,
    about: 'Review a file for races and lost errors',
    path: '.github/prompts/review.prompt.md',
    tokens: 412,
  },
  {
    typed: '/release-notes',
    hint: '',
    takesArguments: false,
    about: 'Write release notes from the commits since the last tag',
    path: '.claude/commands/release-notes.md',
    tokens: 1_250,
  },
  {
    typed: '/pdf-forms',
    hint: '',
    takesArguments: false,
    about: '.claude/skills/pdf-forms/SKILL.md holds no text.',
    path: '.claude/skills/pdf-forms/SKILL.md',
  },
];

export const mentions: Mentions = {
  list: [
    { kind: 'selection', detail: 'src/upload/queue.ts:12', wish: { type: 'selection' } },
    { kind: 'file', name: 'src/upload/queue.ts', wish: { type: 'file', uri: 'file:///w/src/upload/queue.ts' } },
    { kind: 'folder', name: 'src/upload/queue', wish: { type: 'folder', uri: 'file:///w/src/upload/queue' } },
    {
      kind: 'symbol',
      name: 'UploadQueue',
      detail: 'src/upload/queue.ts:20',
      wish: { type: 'symbol', uri: 'file:///w/src/upload/queue.ts', from: 20, to: 80 },
    },
  ],
};

const blind = { id: 'ollama/small', name: 'small', provider: 'Ollama', takesImages: false, isReplay: false } as const;

export function attachmentStates({ none, shown, work, calm }: Stuff): Readonly<Record<string, GalleryState>> {
  const asked: Row = {
    ...typed(90, '14:15', 'Why does the second attempt fail?'),
    attachments: [
      { kind: 'selection', name: 'src/upload/queue.ts', lines: { from: 12, to: 40 }, tokens: 410, key: '90.0' },
      { kind: 'pasted', tokens: 6_800, key: '90.1' },
      { kind: 'image', name: 'screenshot.png', tokens: 1_100 },
    ],
  };
  const queue = [{ id: 7, text: 'And the third one?', attached: 2, tokens: 900 }];
  return {
    '26-attached': { snapshot: shown(work, { model: blind }), attached, typed: 'Why does this fail?' },
    '26b-attached-message': {
      snapshot: shown([...work, asked, said(91, '14:16', 'The jitter is added twice.')], { queue }),
    },
    '19b-prompts': { snapshot: shown(work), typed: '/', prompts },
    '26e-draft-too-large': {
      snapshot: shown(work, { meter: { ...calm, auto: false, tokens: 180_000 } }),
      attached: attached.slice(2, 3),
      typed: 'Which of these lines is the first that is wrong?',
    },
    '26c-mentions': { snapshot: shown(work), typed: 'Compare @queue' },
    '26d-mentions-restricted': { snapshot: none, typed: '@', mentions: { list: [], lacks: 'restricted' } },
  };
}
