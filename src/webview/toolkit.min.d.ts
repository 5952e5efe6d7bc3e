/** Types of the parts that we use of the widget toolkit's prebuilt file; the package has none. */
declare module '@vscode/webview-ui-toolkit/dist/toolkit.min.js' {
  interface Registration {
    readonly brand: 'registration';
  }
  export function vsCodeButton(): Registration;
  export function vsCodeProgressRing(): Registration;
  export function provideVSCodeDesignSystem(): { register(...parts: readonly Registration[]): void };
}
