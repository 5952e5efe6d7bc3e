/** Makes the sample: make.mjs --out DIR writes DIR/workspace and DIR/thread.json, --recording FILE also what the replay plays. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeSample } from './make-sample.mjs';
import { recordingOf, textOf } from './recording.mjs';

let out;
let recording;
try {
  ({ out, recording } = parseArgs({ options: { out: { type: 'string' }, recording: { type: 'string' } } }).values);
} catch (error) {
  console.error(error.message);
}
if (out === undefined) {
  console.error('Say where the sample goes: node scripts/sample/make.mjs --out DIR');
  process.exit(2);
}
try {
  const sample = await makeSample({ out: resolve(out) });
  console.log(
    `${sample.threadPath}: ${sample.messages} messages, ${sample.toolCalls} tool calls, ${sample.failedCalls} of them failed`,
  );
  console.log(`${sample.workspacePath}: the workspace as the thread left it`);
  if (recording !== undefined) {
    const made = recordingOf(JSON.parse(await readFile(sample.threadPath, 'utf8')));
    await writeFile(resolve(recording), textOf(made));
    console.log(`${recording}: ${made.replies.length} replies`);
  }
} catch (error) {
  console.error(`The sample could not be made: ${error.message}`);
  process.exit(1);
}
