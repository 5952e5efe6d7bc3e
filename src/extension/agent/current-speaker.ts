/** Keeps known which model the open thread speaks with, and what beside the messages goes to it. */
import type { ModelState, OpenThread, Settings } from '../session/session-state.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import type { Speaker, Speakers } from './speaker.ts';

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
  let config: Settings['config'] | undefined;
  let asked = 0;
  const show = async () => {
    const mine = ++asked;
    const { open } = session.state;
    // Who can't be found is said where somebody wants to speak.
    const found = await speakers.find(open && chosenModel(open)).catch(() => undefined);
    if (mine === asked) session.show({ model: found?.ok ? stateOf(found.value) : undefined });
  };
  const update = () => {
    const { open, settings } = session.state;
    const now = `${open?.id} ${open && chosenModel(open)}`;
    // The settings say which tools go with each request.
    if (now === shown && settings.config === config) return;
    shown = now;
    config = settings.config;
    void show();
  };
  const ends = [session.onDidChange(update), speakers.onDidChange(() => void show())];
  update();
  return () => {
    for (const end of ends) end();
  };
}
