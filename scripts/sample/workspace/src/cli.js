#!/usr/bin/env node
/** The `ferry` command. */
import { main } from './cli/main.js';

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
