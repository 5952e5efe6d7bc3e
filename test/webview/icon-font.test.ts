/** The icon font draws the icon of media/spool.svg where contributes.icons of package.json says, in a real browser. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { sharedPanel } from '../gallery/shared.ts';

const root = path.resolve(import.meta.dirname, '../..');
const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
const { fontPath, fontCharacter } = JSON.parse(manifest).contributes.icons['spool-thread'].default;
const woff = readFileSync(path.join(root, fontPath));
const code = Number.parseInt(fontCharacter.slice(1), 16);

describe('the icon font', () => {
  test.skipIf(!hasChromium)('is drawn as ink inside its square', async () => {
    const { browser } = await sharedPanel();
    const page = await browser.newPage();
    const ink = await page.evaluate(
      async ([font, code]) => {
        const face = await new FontFace('spool', `url(data:font/woff;base64,${font})`).load();
        document.fonts.add(face);
        const canvas = new OffscreenCanvas(96, 96);
        const pen = canvas.getContext('2d');
        if (!pen) return undefined;
        pen.font = '64px spool';
        pen.fillText(String.fromCharCode(code), 16, 80);
        const drawn = pen.getImageData(0, 0, 96, 96).data;
        const at = [...drawn].flatMap((value, i) =>
          i % 4 === 3 && value > 128 ? [[((i - 3) / 4) % 96, Math.floor(i / 4 / 96)]] : [],
        );
        const [xs, ys] = [at.map(([x]) => x ?? 0), at.map(([, y]) => y ?? 0)];
        return {
          pixels: at.length,
          left: Math.min(...xs),
          right: Math.max(...xs),
          top: Math.min(...ys),
          bottom: Math.max(...ys),
        };
      },
      [woff.toString('base64'), code] as const,
    );
    await browser.close();
    // 16 px grid at 64 px: the flanges reach from 3.5 to 12.5 and from 2.5 to 13.5, half a stroke wider.
    expect(ink).toMatchObject({ left: 28, right: 67, top: 24, bottom: 71 });
    expect(ink?.pixels).toBeGreaterThan(500);
  });
});
