/** Styles of the context bar: a colour for each category, and the hatch pattern of the reserve. */
import { css, svg } from 'lit';

/** Must be in the same shadow root as the shapes that use it. */
export const hatch = svg`<pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
  <path class="hatch" d="M1 0v4" />
</pattern>`;

export const segmentColours = css`
  .c-system { fill: var(--vscode-charts-foreground); }
  .c-tools { fill: color-mix(in srgb, var(--vscode-charts-foreground) 66%, var(--vscode-editorWidget-background)); }
  .c-instructions { fill: color-mix(in srgb, var(--vscode-charts-foreground) 42%, var(--vscode-editorWidget-background)); }
  .c-server { fill: color-mix(in srgb, var(--vscode-charts-foreground) 25%, var(--vscode-editorWidget-background)); }
  .c-summary { fill: var(--vscode-charts-purple); }
  .c-messages { fill: var(--vscode-charts-blue); }
  .c-toolResults { fill: var(--vscode-charts-green); }
  .c-attachments { fill: var(--vscode-charts-yellow); }
  .c-pins { fill: var(--vscode-charts-red, var(--vscode-charts-foreground)); }
  .c-free { fill: none; stroke: var(--vscode-charts-lines); }
  .hatch { stroke: var(--vscode-charts-foreground); stroke-width: 1; opacity: 0.75; fill: none; }
`;
