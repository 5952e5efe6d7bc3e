/** The desktop start opens a new profile with the extension and nothing in front of its panel. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { desktopArguments } from '../../scripts/lib/desktop.mjs';
import { root } from '../../scripts/lib/paths.mjs';

const OPTIONS = { dir: '/profile', userData: '/profile/user-data', folder: '/profile/workspace', isRoot: false };

it('opens the folder in a profile of its own, with the extension from this checkout', () => {
  const args = desktopArguments(OPTIONS);
  expect(args).toContain('--user-data-dir=/profile/user-data');
  expect(args).toContain(`--extensions-dir=${path.join('/profile', 'extensions')}`);
  expect(args).toContain(`--extensionDevelopmentPath=${root}`);
  expect(args.at(-1)).toBe('/profile/workspace');
});

it('asks nothing and shows no page of welcome before the panel is seen', () => {
  expect(desktopArguments(OPTIONS)).toEqual(
    expect.arrayContaining(['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes']),
  );
});

it.each([true, false])('gives up the sandbox as root only: %s', (isRoot) => {
  expect(desktopArguments({ ...OPTIONS, isRoot }).includes('--no-sandbox')).toBe(isRoot);
});
