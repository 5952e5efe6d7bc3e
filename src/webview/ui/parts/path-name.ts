/** A path that is cut in the middle where it is too long, so that the file's name stays. */
import { css, html, type TemplateResult } from 'lit';

export function pathName(path: string, lines = ''): TemplateResult {
  const cut = path.lastIndexOf('/') + 1;
  return html`<span class="path-name"><span class="dir">${path.slice(0, cut)}</span><span class="file">${path.slice(cut)}${lines}</span></span>`;
}

export const pathNameStyles = css`
  .path-name { display: inline-flex; max-width: 100%; vertical-align: bottom; direction: ltr; }
  .path-name > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
  .path-name > .dir { flex: 0 1000 auto; }
`;
