/** The security policy for links in Markdown: which become links to a page or a file, and which stay text. */

export type Target =
  | { readonly type: 'page'; readonly url: string }
  | { readonly type: 'file'; readonly path: string; readonly line?: number };

/**
 * Where a link leads: a page for `https:` and `mailto:`, a file for a path without a scheme (`src/a.ts`, `src/a.ts:12`,
 * `src/a.ts#L12`), nothing for the rest, `command:` and `javascript:` above all. The host checks the path again.
 */
export function targetOf(href: string): Target | undefined {
  // Blanks and invisible characters, which browsers skip, must not hide a scheme from us.
  const text = href.replace(/[\p{C}\p{Z}]/gu, '');
  if (/^https:\/\/[^/\\]/i.test(text)) return { type: 'page', url: text };
  if (/^mailto:[^/\\]/i.test(text)) return { type: 'page', url: text };
  if (text === '' || text.startsWith('#') || text.startsWith('//') || text.startsWith('\\')) return undefined;
  const place = /^(.*?)(?:#L(\d+)(?:-L?\d+)?|:(\d+)(?:[:-]\d+)?)?$/.exec(href.trim());
  const path = decoded(place?.[1] ?? '');
  // A colon would make a scheme or a drive of it, and two slashes at the front a host, however they were encoded.
  if (path === '' || /[:\0]/.test(path) || isRemote(path)) return undefined;
  const line = Number(place?.[2] ?? place?.[3]);
  return line > 0 ? { type: 'file', path, line } : { type: 'file', path };
}

/** Ends of file names that are no words of a program: `queue.ts` is a file, `queue.next` is not. */
const FILE_ENDS = new Set(
  'ts tsx mts cts js jsx mjs cjs json jsonc jsonl md mdx txt py pyi rb rs go java kt kts c h cc cpp cxx hpp cs swift m mm php pl sh bash zsh ps1 bat sql html htm css scss sass less vue svelte astro xml yaml yml toml ini cfg conf env lock log csv tsv proto graphql gradle dart lua r jl ex exs erl hs ml scala clj zig tf ipynb svg'.split(
    ' ',
  ),
);

/**
 * The file that inline code names, if it has the form of a path: folders and a name with an ending, or a name with a known ending;
 * `:12` or `#L12` after it is the line. Whether there is such a file only the host knows.
 */
export function mentionedFile(code: string): Target | undefined {
  const form =
    /^((?:[\w@.+()[\]-]+\/|\/)*)[\w@.+()[\]-]*?\.([a-z]\w{0,11})(?::\d+(?:[:-]\d+)*|#L\d+(?:-L?\d+)?)?$/i.exec(
      code.length > 300 ? '' : code,
    );
  const [, folders, end = ''] = form ?? [];
  if (!form || (folders === '' && !FILE_ENDS.has(end.toLowerCase()))) return undefined;
  const target = targetOf(code);
  return target?.type === 'file' ? target : undefined;
}

/** A path of another host, such as `//host/share`: only to look at it contacts the host. */
function isRemote(path: string): boolean {
  return /^[\\/]{2}|^\\/.test(path.replace(/[\p{C}\p{Z}]/gu, ''));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
