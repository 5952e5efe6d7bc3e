/** Which npm packages esbuild puts into the extension, as the package for users is built. */
import { build } from 'esbuild';
import { buildTargets, shipped } from '../lib/build.mjs';

/** The package folder that a bundled file is in: the last one, as packages hold packages. */
const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
/** A package that another one holds a copy of. */
const vendored = /\/_vendor\/([^/]+)\//;

/**
 * @param {readonly string[]} files bundled files, from the root
 * @returns {{folders: readonly string[], vendored: readonly string[]}} folders of packages from the root, and names of the
 *   packages that these hold copies of; both sorted
 */
export function packagesOf(files) {
  const found = (/** @type {RegExp} */ pattern, /** @type {0 | 1} */ group) =>
    [...new Set(files.flatMap((file) => pattern.exec(file)?.[group] ?? []))].sort();
  return { folders: found(packageFolder, 0), vendored: found(vendored, 1) };
}

/** Bundles without writing, and resolves to the files that contribute to the outputs. */
export async function bundledFiles() {
  const targets = buildTargets({ production: true });
  const built = await Promise.all(shipped.map((name) => build({ ...targets[name], metafile: true, write: false })));
  return built.flatMap(({ metafile }) => Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)));
}
