/** Every recorded thread in the shared folder imports whole, where that folder is there. */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { transcripts } from '../../transcripts/folder.ts';
import { type Imported, importSource, importText, outline } from './imported.ts';
import { COUNTERS } from './raw-counts.ts';

const files = transcripts(...Object.keys(COUNTERS)).map((path) => ({ name: basename(path), path }));

describe.skipIf(files.length === 0)('recorded threads', () => {
  it.each(files)('$name', async ({ name, path }) => {
    const imported = await importSource({
      name,
      size: statSync(path).size,
      chunks: () => createReadStream(path, { encoding: 'utf8' }),
    });
    expect(imported.failure).toBeUndefined();
    const counted = COUNTERS[basename(dirname(path))]?.(values(readFileSync(path, 'utf8')));
    expect({
      calls: countOf(imported, 'tool_use'),
      ...(counted?.results !== undefined && { results: countOf(imported, 'tool_result') }),
      ...(counted?.typed !== undefined && { typed: imported.messages.filter((one) => one.origin === 'typed').length }),
      ...(counted?.output !== undefined && {
        output: imported.messages.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0),
      }),
    }).toEqual(counted);
    expect(imported.messages.filter(({ origin }) => origin === 'typed').length).toBeGreaterThan(0);
    report(name, imported);
    await again(imported);
  });
});

/** The file's one document, or its lines. */
function values(text: string): readonly unknown[] {
  const document = parse(text);
  return document === undefined ? text.split('\n').map(parse) : [document];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function countOf({ messages }: Imported, type: string): number {
  return messages.flatMap(({ blocks }) => blocks).filter((block) => block.type === type).length;
}

function report(name: string, imported: Imported): void {
  const newest = imported.messages.findLast(({ origin }) => origin === 'typed');
  const counts = [
    `${imported.entries.length} entries`,
    `${countOf(imported, 'tool_use')} calls`,
    `${imported.compactions.length} compactions`,
    `${imported.odd.length} odd lines`,
  ];
  console.log(`${name}: ${counts.join(', ')}\n  newest typed: ${newest && outline([newest])[0]?.slice(0, 160)}`);
}

/** The projected context keeps every rule, and written as Anthropic messages it imports to the same messages on the wire. */
async function again({ entries }: Imported): Promise<void> {
  const context = projectContext(replay(entries)).messages;
  expect(checkContext(context)).toEqual([]);
  const messages = toAnthropicMessages(context);
  const second = await importText(JSON.stringify(messages), 'anthropic', 1e6);
  expect(second.odd).toEqual([]);
  expect(toAnthropicMessages(projectContext(replay(second.entries)).messages)).toEqual(messages);
}
