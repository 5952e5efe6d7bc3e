/** The language that a Markdown code fence names, and its name for display. */

/** Display names by what a fence writes. */
const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Bash: 'bash sh zsh',
    Diff: 'diff patch',
    Go: 'go golang',
    Java: 'java',
    JavaScript: 'javascript js jsx mjs cjs',
    JSON: 'json jsonc json5',
    Python: 'python py',
    Rust: 'rust rs',
    TypeScript: 'typescript ts tsx mts cts',
    HTML: 'html xhtml',
    SVG: 'svg',
    XML: 'xml xsd xsl plist',
    YAML: 'yaml yml',
  }).flatMap(([name, written]) => written.split(' ').map((one) => [one, name] as const)),
);

/** The word that names the language; empty when the fence names none. */
export function languageOf(fence: string): string {
  return fence.trim().split(/\s/)[0] ?? '';
}

/** The language's display name; empty when the fence names none. */
export function languageName(fence: string): string {
  const language = languageOf(fence);
  return names.get(language.toLowerCase()) ?? language;
}
