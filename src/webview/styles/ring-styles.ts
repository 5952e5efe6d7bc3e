/** Styles of the progress ring. */
import { css } from 'lit';

export const ringStyles = css`
  vscode-progress-ring { width: 16px; height: 16px; flex: none; }
  vscode-progress-ring::part(indeterminate-indicator-1) { animation-duration: var(--spool-spin); }
`;
