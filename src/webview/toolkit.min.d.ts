/** The part of the toolkit's prebuilt file that we use; the package has no types for it. */
declare module '@vscode/webview-ui-toolkit/dist/toolkit.min.js' {
  interface Registration {
    readonly brand: 'registration';
  }
  export function vsCodeButton(): Registration;
  export function vsCodeProgressRing(): Registration;
  export function provideVSCodeDesignSystem(): { register(...parts: readonly Registration[]): void };
}
