/** The text of THIRD_PARTY_NOTICES.md: for each bundled package its version, licence and licence text. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { read } from '../check/files.mjs';
import { root } from '../lib/paths.mjs';
import { Refusal } from '../lib/say.mjs';
import { bundledFiles, packagesOf } from './bundled.mjs';
import { data, missingTexts, vendored } from './copied.mjs';

export const page = 'THIRD_PARTY_NOTICES.md';

/** @typedef {{title: string, note?: string, text: string}} Section */

/** @param {string} text without the spaces at the ends of lines, and without a fence that would end ours */
const tidy = (text) =>
  text
    .replace(/\r/g, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/^```.*$/gm, '')
    .replace(/^\n+/, '')
    .trimEnd();

/** @param {string} folder from the root @returns {Section} */
function packageSection(folder) {
  const { name, version, license } = JSON.parse(read(`${folder}/package.json`));
  const files = readdirSync(path.join(root, folder)).filter((file) => /^(licen[cs]e|notices?|copying)\b/i.test(file));
  const text =
    files.length > 0 ? files.map((file) => tidy(read(`${folder}/${file}`))).join('\n\n') : missingTexts.get(name);
  if (text === undefined)
    throw new Refusal(`${name} has no licence in its package: add one to scripts/notices/copied.mjs`);
  return { title: `${name} ${version} (${license})`, text };
}

/** @param {string} name @returns {Section} */
function vendoredSection(name) {
  const found = vendored.get(name);
  if (!found)
    throw new Refusal(`A bundled package holds a copy of ${name}: add its licence to scripts/notices/copied.mjs`);
  return { ...found, text: tidy(found.text()) };
}

/**
 * Sections as a page. Those with the same text share it.
 * @param {readonly Section[]} sections
 */
export function render(sections) {
  /** @type {Map<string, Section[]>} */
  const byText = new Map();
  for (const section of sections) byText.set(section.text, [...(byText.get(section.text) ?? []), section]);
  const parts = [...byText].map(([text, same]) => {
    const heads = same.map(({ title, note }) => `## ${title}\n${note === undefined ? '' : `\n${note}\n`}`);
    return `${heads.join('\n')}\n\`\`\`text\n${text}\n\`\`\`\n`;
  });
  const head = 'Spool contains these works of others. `npm run notices` writes this file.';
  return `# Third-party notices\n\n${head}\n\n${parts.join('\n')}`;
}

/** @returns {Promise<string>} what the page must be. It refuses a package whose licence text is not known. */
export async function notices() {
  const { folders, vendored: copies } = packagesOf(await bundledFiles());
  const copied = data.map((section) => ({ ...section, text: tidy(section.text()) }));
  return render([...folders.map(packageSection), ...copies.map(vendoredSection), ...copied]);
}
