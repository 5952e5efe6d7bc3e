/** Makes media/icon.png, the marketplace's icon, from media/spool.svg. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { chromium as executablePath } from './lib/chromium.mjs';

const media = path.resolve(import.meta.dirname, '../media');
const drawing = readFileSync(path.join(media, 'spool.svg'), 'utf8');

const page = `<style>body { margin: 0; background: #1f2430; color: #e6e1cf } svg { display: block; width: 96px; height: 96px; padding: 16px }</style>${drawing}`;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const tab = await browser.newPage({ viewport: { width: 128, height: 128 } });
await tab.setContent(page);
writeFileSync(path.join(media, 'icon.png'), await tab.screenshot());
await browser.close();
