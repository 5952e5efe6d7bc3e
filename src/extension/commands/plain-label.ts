/** Shows a text that Spool did not write, such as a thread's title, in a list of VS Code as it is. */

/** VS Code would draw `$(name)` in it as an icon. */
export function plainLabel(text: string): string {
  return text.replaceAll('$(', '\\$(');
}
