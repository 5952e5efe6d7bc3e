/** The panel in a real Chromium: what paints, keys and replies take of its main thread, and bytes of updates. Takes the name of one part. */
import type { Browser, Page } from 'playwright-core';
import { connectBrowser, settled, show, startBrowser } from '../test/gallery/browser.ts';
import { type GalleryFacts, serveGallery } from '../test/gallery/serve.ts';
import { MainThread, type Used } from './panel/main-thread.ts';
import { finish, replyText, stream, updatesOf } from './panel/stream.ts';
import { updateBytes } from './panel/update-bytes.ts';

const REPEATS = 5;
const MESSAGES = 10_000;
const CHARACTERS = 33_000;
const KEYS = 50;
/** Characters of a long draft. */
const LONG_DRAFT = 1_000_000;
/** Of 14 characters: at 100 a second the host, which hands on every 50 ms, puts five into an update. */
const PIECES_OF_UPDATE = [1, 5] as const;
/** Updates in half an hour. */
const HALF_HOUR = (30 * 60 * 1_000) / 50;

interface Bench {
  readonly browser: Browser;
  readonly page: Page;
  readonly main: MainThread;
  readonly facts: GalleryFacts;
  reopen(): Promise<void>;
}

const PARTS: Readonly<Record<string, (bench: Bench) => Promise<void> | void>> = {
  start: ({ facts }) => print('start of the panel', `${facts.size} bytes, ${facts.lazySize} more with their first use`),
  paint,
  keys,
  draft,
  stream: streaming,
  memory,
  bytes,
};

function print(what: string, figures: string): void {
  process.stdout.write(`${what.padEnd(58)} ${figures}\n`);
}

/** What took the least of several times, as other work of the machine only adds. */
async function least(used: () => Promise<Used>, repeats = REPEATS): Promise<Used> {
  let best = await used();
  for (let n = 1; n < repeats; n += 1) {
    const next = await used();
    if (next.total < best.total) best = next;
  }
  return best;
}

const msOf = ({ total, script, layout, style }: Used) =>
  `${total.toFixed(0)} ms (script ${script.toFixed(0)}, layout ${layout.toFixed(0)}, style ${style.toFixed(0)})`;

async function openLong(page: Page, messages: number): Promise<void> {
  await page.evaluate((total) => window.host.long(total, 200), messages);
  await settled(page);
}

/** From the snapshot, which answers `ready`, to the frame that shows the last row. */
async function paint({ page, main, reopen }: Bench): Promise<void> {
  for (const messages of [100, 1_000, MESSAGES]) {
    const used = await least(async () => {
      await reopen();
      const sender = await page.evaluateHandle((total) => window.host.prepareLong(total, 200), messages);
      return main.used(() => page.evaluate(paintedLast, { sender, last: messages - 1 }));
    });
    print(`first paint of ${messages.toLocaleString('en')} messages`, msOf(used));
  }
}

/** In the page. */
function paintedLast({ sender, last }: { readonly sender: () => void; readonly last: number }): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const thread = document.querySelector('spool-panel')?.shadowRoot?.querySelector('spool-thread');
      const row = thread?.shadowRoot?.querySelector(`[data-index="${last}"]`);
      if (row?.shadowRoot?.querySelector('*')) requestAnimationFrame(() => setTimeout(resolve));
      else requestAnimationFrame(look);
    };
    sender();
    look();
  });
}

async function keys({ browser, page, main, reopen }: Bench): Promise<void> {
  await reopen();
  await openLong(page, MESSAGES);
  await page.locator('spool-composer textarea').focus();
  const type = async () => {
    for (let key = 0; key < KEYS; key += 1) await page.keyboard.press('a');
    await settled(page);
  };
  await type();
  const { total } = await least(() => main.used(type));
  const longest = await main.longestTask(browser, type);
  print(
    `a key with ${MESSAGES.toLocaleString('en')} messages open (of ${KEYS})`,
    `${(total / KEYS).toFixed(1)} ms, longest task ${longest.toFixed(1)} ms`,
  );
}

/** Keys at the end of a long draft, which is saved, and counted beside Send. */
async function draft({ browser, page, main, reopen }: Bench): Promise<void> {
  await reopen();
  await show(page, '02-thread', 'vscode-dark', 360);
  const field = page.locator('spool-composer textarea');
  await field.evaluate((area, length) => {
    if (!(area instanceof HTMLTextAreaElement)) return;
    area.value = 'Give each part a retry budget, and keep the order.\n'.repeat(length / 51);
    area.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }, LONG_DRAFT);
  await field.press('ControlOrMeta+End');
  const type = async () => {
    for (let key = 0; key < KEYS; key += 1) await page.keyboard.press('a');
    await settled(page);
  };
  await type();
  const used = await least(() => main.used(type), 3);
  const longest = await main.longestTask(browser, type);
  print(
    `a key in a draft of ${LONG_DRAFT.toLocaleString('en')} characters (of ${KEYS})`,
    `${(used.total / KEYS).toFixed(1)} ms (script ${(used.script / KEYS).toFixed(1)}, layout ${(used.layout / KEYS).toFixed(1)}), longest task ${longest.toFixed(1)} ms`,
  );
}

async function streaming({ browser, page, main, reopen }: Bench): Promise<void> {
  const text = replyText(CHARACTERS);
  for (const pieces of PIECES_OF_UPDATE) {
    const updates = updatesOf(text, pieces);
    let reply = 0;
    const run = async () => {
      reply += 1;
      await stream(page, reply, updates);
    };
    const open = async () => {
      await reopen();
      await show(page, '12a-waiting', 'vscode-dark', 360);
    };
    const used = await least(async () => {
      await open();
      return main.used(run);
    }, 3);
    await open();
    const before = await main.size();
    const longest = await main.longestTask(browser, run);
    const after = await main.size();
    const label = `${CHARACTERS.toLocaleString('en')} characters in ${updates.length.toLocaleString('en')} updates`;
    print(`${label}, one a frame`, `${msOf(used)}, ${(used.total / updates.length).toFixed(2)} ms each`);
    print('', `longest task ${longest.toFixed(1)} ms, DOM nodes ${before.nodes} → ${after.nodes}`);
  }
}

/** Replies of 33,000 characters, each of which becomes a row: several updates share a frame, so that it ends soon. */
async function memory({ page, main, reopen }: Bench): Promise<void> {
  await reopen();
  await openLong(page, 1_000);
  const text = replyText(CHARACTERS);
  const updates = updatesOf(text, PIECES_OF_UPDATE[1]);
  const replies = Math.ceil(HALF_HOUR / updates.length);
  const before = await main.size();
  for (let reply = 1; reply <= replies; reply += 1) {
    await stream(page, reply, updates, 8);
    await finish(page, reply, text);
  }
  await settled(page);
  const after = await main.size();
  print(
    `30 minutes of streaming (${HALF_HOUR.toLocaleString('en')} updates, ${replies} replies)`,
    `heap ${before.heapMb.toFixed(1)} → ${after.heapMb.toFixed(1)} MB, DOM nodes ${before.nodes} → ${after.nodes}`,
  );
}

function bytes(): void {
  for (const messages of [100, 1_000, MESSAGES]) {
    const { snapshot, message, pin } = updateBytes(messages);
    print(
      `bytes at ${messages.toLocaleString('en')} messages`,
      `snapshot ${snapshot}, one more message of 1,000 characters ${message}, a pin ${pin}`,
    );
  }
}

const [only] = process.argv.slice(2);
if (only !== undefined && !Object.hasOwn(PARTS, only))
  throw new Error(`no part ${only}; there are: ${Object.keys(PARTS).join(', ')}`);
const facts = await serveGallery();
const server = await startBrowser();
try {
  const browser = await connectBrowser(server.wsEndpoint());
  // The clock of the tests' pages costs a part of each frame.
  const page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 360, height: 720 } });
  const reopen = async () => {
    await page.goto(`${facts.address}/?new`);
    await page.waitForSelector('spool-panel', { state: 'attached' });
  };
  const main = await MainThread.of(page);
  for (const [name, run] of Object.entries(PARTS))
    if (only === undefined || only === name) await run({ browser, page, main, facts, reopen });
} finally {
  await server.close();
  facts.close();
}
