/** Keeps known which model the open thread speaks with, and what beside the messages goes to it. */
import type { Result } from '../../core/lang/result.ts';
import type { ModelState, OpenThread } from '../session/session-state.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import type { Speaker, SpeakerProblem, Speakers } from './speaker.ts';

/** The model that a person chose for the thread; undefined: the one that new threads speak with. */
export function chosenModel({ thread }: OpenThread): string | undefined {
  return thread.isModelChosen ? thread.model : undefined;
}

/** Shows the model in the session's state, anew whenever the thread, its model, or what can be used changes. Returns what ends it. */
export function followSpeaker(
  session: ThreadSession,
  speakers: Speakers,
  stateOf: (speaker: Speaker) => ModelState,
): () => void {
  let shown: string | undefined;
  let asked = 0;
  const show = async () => {
    const mine = ++asked;
    const { open } = session.state;
    const found: Result<Speaker, SpeakerProblem> = await speakers.find(open && chosenModel(open));
    if (mine !== asked) return;
    if (!found.ok) return session.show({ model: undefined });
    session.show({ model: stateOf(found.value) });
  };
  const update = () => {
    const { open, settings } = session.state;
    const now = `${open?.id} ${open && chosenModel(open)} ${settings.config.allowModel}`;
    if (now === shown) return;
    shown = now;
    void show();
  };
  const ends = [session.onDidChange(update), speakers.onDidChange(() => void show())];
  update();
  return () => {
    for (const end of ends) end();
  };
}
