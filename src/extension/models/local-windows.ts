/** The windows that servers on this machine give to their models: kept for the session, and asked for again when they may have changed. */
import type { AgentModel } from '../../core/agent/ports.ts';
import type { ReportedSize } from '../../core/tokens/window.ts';
import { askLocalWindow, isLocalServer } from '../../providers/openai-compatible/local-size.ts';
import { type Access, modelKeyOf } from '../../providers/shared/provider.ts';

/** Milliseconds after which an answer is renewed in the background of the model's next use. */
const FRESH_MS = 60_000;

interface Answer {
  /** Tokens; undefined while the server does not say. */
  readonly window: number | undefined;
  readonly at: number;
  /** The server was asked after a reply, when the model is loaded. */
  readonly isOfReply: boolean;
  /** Another server may run by now: the next use waits for its answer. */
  readonly isStale: boolean;
}

export class LocalWindows {
  readonly #now: () => number;
  readonly #changed: () => void;
  readonly #answers = new Map<string, Answer>();
  readonly #asking = new Map<string, Promise<void>>();

  /** `changed` is called when a server says another window than before. */
  constructor(now: () => number, changed: () => void) {
    this.#now = now;
    this.#changed = changed;
  }

  /** What is listed of a model's size, with the window that its server says. */
  sizeOf(model: string, access: Access, listed: ReportedSize = {}): ReportedSize {
    const window = this.#answers.get(keyOf(model, access))?.window;
    return window === undefined ? listed : { ...listed, window };
  }

  /** Waits for the server where it was never asked or may be another one; asks in the background where the answer is old or says nothing. */
  async prepare(model: string, access: Access): Promise<void> {
    if (!isLocalServer(access)) return;
    const known = this.#answers.get(keyOf(model, access));
    if (!known || known.isStale) await this.#ask(model, access);
    else if (known.window === undefined || this.#now() - known.at > FRESH_MS) void this.#ask(model, access);
  }

  /** The same model, whose window is asked for after its first reply, when its server has loaded it, and anew when the server went away. */
  following(agent: AgentModel, model: string, access: Access): AgentModel {
    if (!isLocalServer(access)) return agent;
    const key = keyOf(model, access);
    const answers = this.#answers;
    const askOnce = async () => {
      const known = answers.get(key);
      if (known?.window === undefined && !known?.isOfReply) await this.#ask(model, access, true);
    };
    return {
      ...agent,
      stream: async function* (request, signal) {
        for await (const event of agent.stream(request, signal)) {
          if (event.type === 'end') await askOnce();
          const known = answers.get(key);
          if (event.type === 'error' && event.error.kind === 'network' && known)
            answers.set(key, { ...known, isStale: true });
          yield event;
        }
      },
    };
  }

  /** Every server is asked again at the next use of a model. */
  forget(): void {
    for (const [key, answer] of this.#answers) this.#answers.set(key, { ...answer, isStale: true });
  }

  #ask(model: string, access: Access, isOfReply = false): Promise<void> {
    const key = keyOf(model, access);
    const asking = this.#asking.get(key) ?? this.#askNow(model, access, isOfReply);
    this.#asking.set(key, asking);
    return asking.finally(() => this.#asking.delete(key));
  }

  /** A model that is no longer loaded keeps the window that it had. */
  async #askNow(model: string, access: Access, isOfReply: boolean): Promise<void> {
    const key = keyOf(model, access);
    const answered = await askLocalWindow(model, access);
    const known = this.#answers.get(key);
    const window = answered ?? known?.window;
    this.#answers.set(key, {
      window,
      at: this.#now(),
      isOfReply: isOfReply || known?.isOfReply === true,
      isStale: false,
    });
    if (known && window !== known.window) this.#changed();
  }
}

function keyOf(model: string, { baseUrl }: Access): string {
  return modelKeyOf('openai-compatible', model, baseUrl);
}
