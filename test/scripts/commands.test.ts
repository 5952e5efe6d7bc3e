/** The commands that documents and CI name are there, and the options that they take are read. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readFlags } from '../../scripts/lib/options.mjs';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const { scripts } = JSON.parse(read('package.json'));

/** The scripts that a text runs. */
const named = (text: string) =>
  [...text.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(
    ([, run, short]) => run ?? short ?? '',
  );

test.each(['CONTRIBUTING.md', 'README.md', 'ARCHITECTURE.md', '.github/workflows/ci.yml'])(
  'every command of %s is a script of package.json',
  (file) => {
    const commands = named(read(file));
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter((command) => !Object.hasOwn(scripts, command))).toEqual([]);
  },
);

test('every script of package.json is in the table of CONTRIBUTING.md', () => {
  const table = named(read('CONTRIBUTING.md'));
  expect(Object.keys(scripts).filter((script) => !table.includes(script))).toEqual([]);
});

test('flags are off unless they are given', () => {
  expect(readFlags('npm start', ['web', 'smoke'], [])).toEqual({ web: false, smoke: false });
  expect(readFlags('npm start', ['web', 'smoke'], ['--smoke'])).toEqual({ web: false, smoke: true });
});

test('another option is refused with the usage', () => {
  expect(() => readFlags('npm start', ['web', 'smoke'], ['--wbe'])).toThrow(
    /--wbe.*Usage: npm start \[-- --web \| --smoke]/s,
  );
});
