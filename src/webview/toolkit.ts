/** Wraps the widget toolkit; no other file imports it, so that it can be replaced here. */
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeProgressRing,
} from '@vscode/webview-ui-toolkit/dist/toolkit.min.js';

/** Defines `vscode-button` and `vscode-progress-ring`. */
export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing());
}
