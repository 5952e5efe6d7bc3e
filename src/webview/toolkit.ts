/** The one place that knows the widget toolkit: a successor is a change of this file. */
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeProgressRing,
} from '@vscode/webview-ui-toolkit/dist/toolkit.min.js';

/** Defines `vscode-button` and `vscode-progress-ring`. */
export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing());
}
