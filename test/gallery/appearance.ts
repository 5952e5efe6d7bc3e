/** The kinds of theme and the widths in which the gallery shows the panel. */

export const THEMES = ['vscode-dark', 'vscode-light', 'vscode-high-contrast', 'vscode-high-contrast-light'] as const;
export type Theme = (typeof THEMES)[number];

/** Pixels. The usual width, the narrowest panel, the editor tab, and half of the usual width: what a zoom of 200 % leaves. */
export const WIDTHS = [360, 260, 720, 180] as const;

/** Gives a page another theme, as the editor does. It is also sent into a page as text, so it uses nothing else. */
export function setTheme(theme: Theme, { body }: Document = document): void {
  body.dataset.vscodeThemeKind = theme;
  body.className = theme;
}
