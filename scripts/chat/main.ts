/** `npm run chat`: one turn of the agent without VS Code. Exit 0: the turn ended, 1: it failed, 2: bad input. */
import { runChat } from './run-chat.ts';

// A reader that has enough (`| head`) is no error.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await runChat(process.argv.slice(2), {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
});
