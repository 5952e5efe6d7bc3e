/** Finds the model of the open thread's next message, and writes it with its prompt and tools into the session's state after each change. */
import { err, type Result } from '../../core/lang/result.ts';
import type { Thread } from '../../core/thread/thread.ts';
import type { ModelState } from '../session/run-context.ts';
import type { OpenThread, Settings } from '../session/session-state.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import type { ChatModel, ChatModels, ModelProblem } from './chat-model.ts';

/** The model that a person chose for the thread; undefined: the model of new threads. */
export function chosenModel({ thread }: OpenThread): string | undefined {
  return thread.isModelChosen ? thread.model : undefined;
}

/** The model that the thread's next message goes to, or why no model can be used. */
export async function findChatModel(
  open: OpenThread | undefined,
  chatModels: Pick<ChatModels, 'find'>,
): Promise<Result<ChatModel, ModelProblem>> {
  return forThread(await chatModels.find(open && chosenModel(open)), open?.thread);
}

/**
 * Refuses a recording for a thread that holds anything else than what the recording said. It can't answer there: it would
 * repeat its own turns, or say that it is over, after a compaction to its own small window.
 */
export function forThread(
  found: Result<ChatModel, ModelProblem>,
  thread: Pick<Thread, 'messages'> | undefined,
): Result<ChatModel, ModelProblem> {
  const isRefused = found.ok && found.value.head.isReplay && thread !== undefined && !isRecordings(thread);
  return isRefused ? err({ type: 'recording-only' }) : found;
}

/** Whether nothing in the thread was imported or written by a model. */
function isRecordings({ messages }: Pick<Thread, 'messages'>): boolean {
  return messages.every(({ source, model }) => source === undefined && (model === undefined || isRecording(model)));
}

function isRecording(model: string): boolean {
  return model.startsWith('replay/');
}

/** Shows the model in the session's state, anew whenever the thread, its model, its tools, or what can be used changes. Returns what ends it. */
export function followChatModel(
  session: ThreadSession,
  chatModels: ChatModels,
  stateOf: (chatModel: ChatModel) => ModelState,
  onDidChangeTools: (listener: () => void) => () => void = () => () => undefined,
): () => void {
  let shown: string | undefined;
  let config: Settings['config'] | undefined;
  let asked = 0;
  const show = async () => {
    const mine = ++asked;
    const { open } = session.state;
    // A model that can't be found is reported when a message is sent.
    const found = await findChatModel(open, chatModels).catch(() => undefined);
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
  const ends = [
    session.onDidChange(update),
    chatModels.onDidChange(() => void show()),
    onDidChangeTools(() => void show()),
  ];
  update();
  return () => {
    for (const end of ends) end();
  };
}
