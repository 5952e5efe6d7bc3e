/** Runs one regular expression over parts of a text, in a thread that can be ended while it runs. */
import { parentPort, workerData } from 'node:worker_threads';
import { regexHits } from '../../core/tool-output/hits.ts';
import type { RegexRequest, RegexWorkerData } from './regex-messages.ts';

const { source, flags }: RegexWorkerData = workerData;
const pattern = new RegExp(source, flags);

parentPort?.on('message', ({ text, wish }: RegexRequest) => {
  parentPort?.postMessage(regexHits(text, pattern, wish));
});
