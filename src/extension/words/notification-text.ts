/** Makes a text safe for a notification of VS Code, which turns `[label](command:…)` into a link that runs the command. */

export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
