/** Makes the sample: node scripts/sample/make.mjs --out DIR writes DIR/workspace and DIR/thread.json. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeSample } from './make-sample.mjs';

let out;
try {
  out = parseArgs({ options: { out: { type: 'string' } } }).values.out;
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
} catch (error) {
  console.error(`The sample could not be made: ${error.message}`);
  process.exit(1);
}
