/** Holds back what a server sends behind the end of a reply while it repeats the reply: some send the whole stream twice. */
import type { ModelEvent } from '../../core/agent/model-event.ts';

type Kind = 'text' | 'thinking';

interface Said {
  readonly pieces: string[];
  /** Joined once the reason to stop came. */
  whole: string | undefined;
  /** How much of it was repeated and is held. */
  repeated: number;
}

/** Servers also give a reason to stop with each piece: words that repeat nothing are part of the reply. Linear. */
export class RepeatedText {
  readonly #said: Record<Kind, Said> = {
    text: { pieces: [], whole: undefined, repeated: 0 },
    thinking: { pieces: [], whole: undefined, repeated: 0 },
  };

  /** `isAfter`: it comes behind a reason to stop. */
  take(type: Kind, text: string, isAfter: boolean): readonly ModelEvent[] {
    if (text === '') return [];
    const said = this.#said[type];
    if (!isAfter) {
      said.pieces.push(text);
      return [{ type, text }];
    }
    said.whole ??= said.pieces.join('');
    if (said.repeated >= 0 && said.whole.startsWith(text, said.repeated)) {
      said.repeated += text.length;
      return [];
    }
    const held = said.whole.slice(0, Math.max(0, said.repeated));
    said.repeated = -1;
    return [{ type, text: held + text }];
  }

  /** What was held and did not come to a repetition. */
  end(): readonly ModelEvent[] {
    return (['thinking', 'text'] as const).flatMap((type) => {
      const { whole = '', repeated } = this.#said[type];
      const held = repeated > 0 && repeated < whole.length ? whole.slice(0, repeated) : '';
      return held === '' ? [] : [{ type, text: held }];
    });
  }
}
