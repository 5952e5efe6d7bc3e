/** The page of the panel: the bundled script and style sheet, and nothing that the policy does not name. */

export interface PageParts {
  /** The webview's own source for the policy. */
  readonly cspSource: string;
  readonly nonce: string;
  readonly script: string;
  /** Absent when the bundle has no style sheet. */
  readonly style: string | undefined;
  /** The person's language, as VS Code names it. */
  readonly language: string;
  /** Message → translation. */
  readonly strings: Readonly<Record<string, string>>;
}

export function panelHtml({ cspSource, nonce, script, style, language, strings }: PageParts): string {
  const policy = [
    "default-src 'none'",
    // What the script imports later comes by its nonce too: a module hands it on to its imports.
    `script-src 'nonce-${nonce}'`,
    // The widget toolkit tries out :focus-visible with a style element, and takes its nonce from the page's head.
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
  ].join('; ');
  // A browser may look up the host of each link on a page, and a host's name can carry data: so that is switched off.
  // In a script element only "<" could end the data early.
  const table = JSON.stringify(strings).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="${attribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${nonce}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="viewport" content="width=device-width, initial-scale=1">
${style === undefined ? '' : `<link rel="stylesheet" href="${attribute(style)}">`}
<script type="application/json" id="l10n">${table}</script>
<script type="module" nonce="${nonce}" src="${attribute(script)}"></script>
</head>
<body></body>
</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
