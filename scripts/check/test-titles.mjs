/** The titles of tests: of `describe`, `it` and `test`, and of the rows of their tables. */
import ts from 'typescript';

/** @param {ts.Expression} called @returns {string} the name in front of `.each`, `.skipIf` and the like */
function nameOf(called) {
  if (ts.isIdentifier(called)) return called.text;
  if (ts.isPropertyAccessExpression(called) || ts.isCallExpression(called)) return nameOf(called.expression);
  return '';
}

/** @param {ts.Node | undefined} node */
function literal(node) {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.head.text : undefined;
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {readonly string[]} in the order of the file
 */
export function testTitles(file, source) {
  /** @type {string[]} */
  const titles = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isTest = ts.isCallExpression(node) && /^(describe|it|test|eachProvider)$/.test(nameOf(node.expression));
    const title = isTest ? literal(node.arguments[0]) : undefined;
    if (title !== undefined) titles.push(title);
    // The first text of a row is the row's title, also where the table stands apart from its test.
    const row = ts.isArrayLiteralExpression(node) ? literal(node.elements[0]) : undefined;
    if (row !== undefined) titles.push(row);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return titles;
}
