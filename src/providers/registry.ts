/** Loads each provider when it is first used, so that its SDK takes no memory before. */
import { assertNever } from '../core/lang/assert-never.ts';
import type { Provider, ProviderId } from './shared/provider.ts';
import type { LmApi } from './vscode-lm/api.ts';

/** What providers can't get for themselves. */
export interface Injected {
  readonly vscode: LmApi;
  /** What VS Code shows where it asks a person whether Spool may use its models. */
  readonly justification?: string;
}

/**
 * Rejects where a file of the extension can't be read, and for the models of VS Code where `injected` is missing, outside of
 * VS Code. Loaded again it is the same modules.
 */
export async function loadProvider(id: ProviderId, injected?: Injected): Promise<Provider> {
  switch (id) {
    case 'anthropic':
      return (await import('./anthropic/adapter.ts')).anthropic;
    case 'openai':
      return (await import('./openai-responses/adapter.ts')).openai;
    case 'openai-compatible':
      return (await import('./openai-compatible/adapter.ts')).openaiCompatible;
    case 'gemini':
      return (await import('./gemini/adapter.ts')).gemini;
    case 'vscode-lm': {
      if (!injected) throw new Error('VS Code’s models exist only inside of VS Code');
      const { vscode, justification } = injected;
      const { createVscodeLm } = await import('./vscode-lm/adapter.ts');
      return createVscodeLm(vscode, justification === undefined ? {} : { justification });
    }
    case 'replay': {
      const [{ createReplay }, { shippedRecordings }] = await Promise.all([
        import('./replay/adapter.ts'),
        import('./replay/shipped.ts'),
      ]);
      return createReplay(shippedRecordings());
    }
    default:
      return assertNever(id);
  }
}
