/** One browser and one built panel for all test files of a run: made by the global setup when the first file asks for them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { connectBrowser, startBrowser } from './browser.ts';
import type { Gallery, GalleryFacts } from './serve.ts';

/** Where a test file asks, as the environment of the workers names it. */
const ADDRESS = 'SPOOL_TEST_PANEL';

interface Shared {
  readonly gallery: GalleryFacts;
  /** Of its WebSocket, by which each file connects. */
  readonly browser: string;
}

let server: Server | undefined;
let browser: Promise<BrowserServer> | undefined;
let gallery: Promise<Gallery> | undefined;

async function share(): Promise<Shared> {
  browser ??= startBrowser();
  gallery ??= import('./serve.ts').then(({ serveGallery }) => serveGallery());
  const { address, size, lazySize } = await gallery;
  return { gallery: { address, size, lazySize }, browser: (await browser).wsEndpoint() };
}

async function closeGallery(): Promise<void> {
  const made = await gallery?.catch(() => undefined);
  gallery = undefined;
  made?.close();
}

export async function setup(project: TestProject): Promise<void> {
  // In watch mode the panel is built again for each run.
  project.onTestsRerun(closeGallery);
  server = createServer((_, response) => {
    share().then(
      (shared) => response.end(JSON.stringify(shared)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  process.env[ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function teardown(): Promise<void> {
  server?.close();
  await closeGallery();
  await (await browser?.catch(() => undefined))?.close();
}

/** In a test file: the built panel, and a connection to the browser, which the file closes. */
export async function sharedPanel(): Promise<{ gallery: GalleryFacts; browser: Browser }> {
  const response = await fetch(process.env[ADDRESS] ?? '');
  if (!response.ok) throw new Error(`The panel for tests was not made: ${await response.text()}`);
  const shared: Shared = await response.json();
  return { gallery: shared.gallery, browser: await connectBrowser(shared.browser) };
}
