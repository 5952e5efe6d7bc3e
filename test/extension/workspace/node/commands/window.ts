/** A window that starts two commands and waits: a program of its own, which a test ends by force. */
import { writeFileSync } from 'node:fs';
import { NodeCommands } from '../../../../../src/extension/workspace/node/commands/node-commands.ts';

const folder = process.argv[2] ?? '';
const commands = new NodeCommands({ env: process.env, folders: () => [folder] });
const cwd = { given: '.', real: folder, inside: '' };
const scripts = [
  'sleep 1000 & echo $! > child; setsid sleep 1000 & echo $! > session; sleep 1000',
  `trap '' TERM; echo $$ > stubborn; while :; do sleep 1; done`,
];
for (const command of scripts)
  await commands.start(
    { command, cwd, isBackground: command.startsWith('trap'), timeoutSeconds: undefined, env: {}, wasAsked: false },
    { aborted: false },
  );
const left = 'sleep 1000 & echo $! > left; setsid sleep 1000 > /dev/null 2>&1 & echo $! > daemon';
const ended = await commands.start(
  { command: left, cwd, isBackground: false, timeoutSeconds: undefined, env: {}, wasAsked: false },
  { aborted: false },
);
if (ended.ok) for await (const _ of ended.value.output);
writeFileSync(`${folder}/ready`, '1\n');
