/** Escapes icon syntax such as `$(name)` in text that VS Code shows in a list, so that a thread's title is shown unchanged. */

/** VS Code would draw `$(name)` in it as an icon. */
export function plainLabel(text: string): string {
  return text.replaceAll('$(', '\\$(');
}
