/** The headless workbench as a program. */
import { runWorkbench } from './workbench.ts';

// A reader that has enough (`| head`) is no error.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await runWorkbench(process.argv.slice(2), {
  stdout: (line) => process.stdout.write(line),
  stderr: (line) => process.stderr.write(line),
});
