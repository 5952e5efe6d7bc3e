/** Finds texts for people that stand in the code in English and can't be translated. */
import ts from 'typescript';

/** Of options and items of VS Code. */
const FIELDS = new Set(
  'label title placeHolder placeholder prompt detail description tooltip message text validationMessage'.split(' '),
);
const ATTRIBUTES =
  /[\s.](aria-(?:label|description|roledescription|valuetext)|title|placeholder|alt|label)=("[^"]*"|'[^']*')/g;

export const parse = (code: string): ts.SourceFile =>
  ts.createSourceFile('code.ts', code, ts.ScriptTarget.ES2023, true);

function nodesIn(source: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

/** The parts of a template beside its expressions. */
const partsOf = (template: ts.TemplateLiteral): readonly string[] =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text);

/** What is drawn or spoken of the HTML of a template: the texts between tags, and the attributes that are read out. */
function textsOfHtml(template: ts.TemplateLiteral): readonly string[] {
  const html = partsOf(template)
    .join('\u0000')
    .replace(/<!--[\s\S]*?-->/g, '');
  const attributes = [...html.matchAll(ATTRIBUTES)].map((match) => match[2]?.slice(1, -1) ?? '');
  return [...html.replace(/<[^>]*>/g, '\u0000').split('\u0000'), ...attributes].map((text) => text.trim());
}

/** A literal that reads as words, not as a name of the code: it begins with a capital, or has two words. */
const isPhrase = (text: string): boolean => /^\p{Lu}\p{Ll}/u.test(text) || /\p{L} \p{L}/u.test(text);

/** Keys and kinds are compared, errors are constructed; neither is drawn. */
function isForCode({ parent }: ts.Node): boolean {
  return (
    ts.isBinaryExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isNewExpression(parent) ||
    ts.isImportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isTaggedTemplateExpression(parent)
  );
}

const isMessage = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && /(^|\.)(t|plural)$/.test(parent.expression.getText());

/** In the code of the panel. */
export function hardCodedInPanel(source: ts.SourceFile): readonly string[] {
  return nodesIn(source).flatMap((node) => {
    if (ts.isTaggedTemplateExpression(node) && /^(html|svg)$/.test(node.tag.getText()))
      return textsOfHtml(node.template).filter(hasWords);
    if (!ts.isStringLiteralLike(node) || isForCode(node) || isMessage(node)) return [];
    return isPhrase(node.text) ? [node.text] : [];
  });
}

/** The literals that the expression may have as its value. */
function literalsIn(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return partsOf(node);
  if (ts.isConditionalExpression(node)) return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...literalsIn(node.left), ...literalsIn(node.right)];
  return ts.isParenthesizedExpression(node) ? literalsIn(node.expression) : [];
}

/** The expressions that a node gives to VS Code to show. */
function shownBy(node: ts.Node): readonly ts.Expression[] {
  if (ts.isPropertyAssignment(node)) return FIELDS.has(node.name.getText()) ? [node.initializer] : [];
  if (ts.isCallExpression(node)) return /\.show\w+Message$/.test(node.expression.getText()) ? node.arguments : [];
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
  return ts.isPropertyAccessExpression(node.left) && FIELDS.has(node.left.name.text) ? [node.right] : [];
}

/** In the code of the host; icons, addresses and the product's name are the same in all languages. */
export function hardCodedInHost(source: ts.SourceFile, product: string): readonly string[] {
  const same = (text: string) => text.replace(/\$\([\w~-]+\)|https?:\S+/g, '').trim();
  return nodesIn(source)
    .flatMap(shownBy)
    .flatMap(literalsIn)
    .filter((text) => hasWords(same(text)) && same(text) !== product);
}

/** Sentences in the code of the providers' adapters that are none of `own-sentences.ts`: a person reads what a call failed with. */
export function hardCodedInAdapters(source: ts.SourceFile): readonly string[] {
  return nodesIn(source)
    .flatMap((node): readonly string[] => {
      if (ts.isTemplateExpression(node)) return [partsOf(node).join('{}')];
      return ts.isStringLiteralLike(node) && !ts.isImportDeclaration(node.parent) ? [node.text] : [];
    })
    .filter((text) => /\p{L}\p{L}[\p{L}’']*([ ,]+[\p{L}{}’']+){2}/u.test(text));
}

const SHOWN_KEYS =
  /^(title|shortTitle|contextualTitle|category|name|label|contents|altText|.*[dD]escriptions?|deprecationMessage)$/;

/** In what package.json contributes. */
export function hardCodedInManifest(value: unknown, product: string, key = ''): readonly string[] {
  if (typeof value === 'string')
    return SHOWN_KEYS.test(key) && value !== product && !/^%[\w.-]+%$/.test(value) ? [`${key}: ${value}`] : [];
  if (Array.isArray(value)) return value.flatMap((item) => hardCodedInManifest(item, product, key));
  return Object.entries(value ?? {}).flatMap(([name, item]) => hardCodedInManifest(item, product, name));
}
