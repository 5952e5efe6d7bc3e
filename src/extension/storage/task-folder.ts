/** Finds the file with the thread in the folder of a Cline task. */
import { stat } from 'node:fs/promises';
import path from 'node:path';

const THREAD = 'api_conversation_history.json';

/** The file that holds the thread: the task folder's, or `file` itself when it is no such folder. */
export async function threadFile(file: string): Promise<string> {
  const inside = path.join(file, THREAD);
  return stat(inside).then(
    (info) => (info.isFile() ? inside : file),
    () => file,
  );
}
