/** What a person needs to know of each provider to use it. */
import type { ProviderId } from '../../providers/shared/provider.ts';
import type { L10n } from '../l10n/l10n.ts';

export interface ProviderFacts {
  readonly name: string;
  /** `optional`: local servers need none. */
  readonly key: 'needed' | 'optional' | 'none';
  /** Where a person gets a key. */
  readonly keyPage?: string;
  /** VS Code or Spool itself answers: it needs no SDK and no `fetch` of ours, lists all its models, and may change them at any time. */
  readonly isBuiltIn: boolean;
  /** Its models are paid by the token, at the vendor's list prices where they are known. */
  readonly isPaidByToken: boolean;
  /** Has no official address: it is reached where its setting says. */
  readonly needsUrl?: true;
  /** Where nobody has chosen: the first of these that the provider lists. */
  readonly preferred: readonly string[];
}

export const PROVIDERS: Readonly<Record<ProviderId, ProviderFacts>> = {
  anthropic: {
    name: 'Anthropic',
    key: 'needed',
    isBuiltIn: false,
    isPaidByToken: true,
    keyPage: 'https://platform.claude.com/settings/keys',
    preferred: ['claude-sonnet-5-5', 'claude-sonnet-5', 'claude-sonnet-4-6', 'claude-sonnet-4-5'],
  },
  openai: {
    name: 'OpenAI',
    key: 'needed',
    isBuiltIn: false,
    isPaidByToken: true,
    keyPage: 'https://platform.openai.com/api-keys',
    preferred: ['gpt-6.2-sol', 'gpt-6.1-sol', 'gpt-6-sol', 'gpt-5.6-terra', 'gpt-5.4', 'gpt-5.1'],
  },
  gemini: {
    name: 'Google Gemini',
    key: 'needed',
    isBuiltIn: false,
    isPaidByToken: true,
    keyPage: 'https://aistudio.google.com/apikey',
    preferred: ['gemini-4-carbon', 'gemini-4-argon', 'gemini-3.8-flash', 'gemini-3.5-flash', 'gemini-2.5-pro'],
  },
  'openai-compatible': {
    name: 'OpenAI-compatible',
    key: 'optional',
    isBuiltIn: false,
    isPaidByToken: true,
    needsUrl: true,
    preferred: [],
  },
  'vscode-lm': { name: 'VS Code', key: 'none', isBuiltIn: true, isPaidByToken: false, preferred: [] },
  replay: { name: 'Recording', key: 'none', isBuiltIn: true, isPaidByToken: false, preferred: [] },
};

/** The provider's name in the person's language: most are names of companies. */
export function providerName(provider: ProviderId, { t }: Pick<L10n, 't'>): string {
  switch (provider) {
    case 'openai-compatible':
      return t('OpenAI-compatible');
    case 'replay':
      return t('Recording');
    default:
      return PROVIDERS[provider].name;
  }
}

/** The order in which providers are tried where nobody has chosen, and in which they are shown. */
export const PROVIDER_ORDER: readonly ProviderId[] = [
  'anthropic',
  'openai',
  'gemini',
  'openai-compatible',
  'vscode-lm',
  'replay',
];
