/** A short test report: each failure with its message and the lines of ours that it passed through, then the totals. */
import { relative } from 'node:path';

const MOST_LINES = 24;

/** Lines of the stack inside this project; what Node does on the way is of no interest. */
function ourLines(stack) {
  const lines = (stack ?? '').split('\n').filter((line) => /^\s+at .*file:\/\//.test(line));
  return lines.slice(0, 3).map((line) => `    ${line.trim().replaceAll(`file://${process.cwd()}/`, '')}`);
}

function describe(error) {
  const cause = error?.cause ?? error;
  const message = String(cause?.message ?? cause).trimEnd();
  const lines = message.split('\n').map((line) => `    ${line}`.trimEnd());
  return [...lines.slice(0, MOST_LINES), ...ourLines(cause?.stack)].join('\n');
}

/** The form that `node --test --test-reporter` asks for. */
export default async function* brief(source) {
  const names = [];
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of source) {
    if (type === 'test:start') names[data.nesting] = data.name;
    if (type === 'test:stderr' && /^\w*Error/.test(data.message)) yield `${data.message.split('\n', 1)[0]}\n`;
    if (data?.details?.type === 'suite') continue;
    if (type === 'test:pass') passed += 1;
    if (type === 'test:fail') {
      failed += 1;
      const path = [...names.slice(0, data.nesting), data.name].join(' > ');
      yield `✖ ${data.file ? `${relative(process.cwd(), data.file)}: ` : ''}${path}\n${describe(data.details.error)}\n\n`;
    }
  }
  yield `${passed} passed, ${failed} failed\n`;
}
