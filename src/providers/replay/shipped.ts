/** The recordings that ship with the extension, made by `scripts/sample/make.mjs`. */
import { parseRecording, type Recording } from './recording.ts';
import uploadQueue from './upload-queue.json';

export function shippedRecordings(): readonly Recording[] {
  return [parseRecording(uploadQueue)];
}
