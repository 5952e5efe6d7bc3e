/** The messages that the code asks to have translated. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The TypeScript files of a folder and those below it. */
export function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));
}

/** Calls that take messages, and where in their arguments. */
const CALLS: ReadonlyMap<string, readonly number[]> = new Map([
  ['t', [0]],
  ['plural', [1, 2]],
]);

export function messagesIn(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true);
  const messages: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression, arguments: given } = node;
      const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
      for (const index of CALLS.get(name) ?? []) {
        const message = given[index];
        if (message && ts.isStringLiteralLike(message)) messages.push(message.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return messages;
}
