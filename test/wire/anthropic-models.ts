/** Some of Anthropic's models as its Models API describes them; sizes of platform.claude.com, "Models", 2026-11. */

const has = (supported: boolean) => ({ supported });

interface Kind {
  readonly adaptive: boolean;
  readonly enabled: boolean;
  readonly disabled: boolean;
  readonly compacts: boolean;
}

function model(id: string, name: string, window: number, most: number, kind: Kind) {
  const { adaptive, enabled, disabled, compacts } = kind;
  return {
    type: 'model' as const,
    id,
    display_name: name,
    created_at: '2026-08-01T00:00:00Z',
    lifecycle: id.includes('3-') ? 'retired' : 'active',
    max_input_tokens: window,
    max_tokens: most,
    capabilities: {
      image_input: has(true),
      thinking: {
        supported: true,
        types: { adaptive: has(adaptive), enabled: has(enabled), disabled: has(disabled), between_tools: has(false) },
      },
      compaction: compacts ? { supported: true, summarize: has(true) } : null,
    },
  };
}

/** It always thinks, binds its thoughts to what came before them, and compacts. */
export const BOUND = 'claude-opus-5-5';
/** It thinks, may be kept from it, and binds nothing. */
export const FREE = 'claude-sonnet-4-6';
/** It knows only thinking with a budget. */
export const OLD = 'claude-haiku-4-5';

export const MODELS = [
  model(BOUND, 'Claude Opus 5.5', 1_000_000, 128_000, {
    adaptive: true,
    enabled: false,
    disabled: false,
    compacts: true,
  }),
  model(FREE, 'Claude Sonnet 4.6', 1_000_000, 128_000, {
    adaptive: true,
    enabled: true,
    disabled: true,
    compacts: true,
  }),
  model(OLD, 'Claude Haiku 4.5', 200_000, 64_000, { adaptive: false, enabled: true, disabled: true, compacts: false }),
  model('claude-3-7-sonnet', 'Claude Sonnet 3.7', 200_000, 64_000, {
    adaptive: false,
    enabled: true,
    disabled: true,
    compacts: false,
  }),
];
