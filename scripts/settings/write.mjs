/** What package.json, package.nls.json and docs/settings.md say of the settings, written from the tables in the code. */

/**
 * @typedef {import('./tables.ts').DeclaredSetting} DeclaredSetting
 * @typedef {{readonly [key: string]: unknown}} Fields
 */

const begin = '<!-- settings: written by `npm run settings` -->';
const end = '<!-- settings end -->';

/** The name of a text in package.nls.json. @param {string} key of a setting @param {unknown} [option] */
const textKey = (key, option) => (option === undefined ? key : `${key}.${option}`);

/** A setting as VS Code reads it. @param {DeclaredSetting} setting @param {number} order @returns {Fields} */
function property({ key, default: preset, schema, presentation }, order) {
  const { type, enum: options, ...range } = schema;
  const { scope = 'resource', isMultiline, options: described } = presentation;
  return {
    ...(type !== undefined && { type }),
    ...(options !== undefined && { enum: options }),
    default: preset,
    scope,
    ...range,
    ...(isMultiline && { editPresentation: 'multilineText' }),
    ...(described && {
      enumDescriptions: /** @type {readonly unknown[]} */ (options).map((option) => `%${textKey(key, option)}%`),
    }),
    markdownDescription: `%${key}%`,
    order,
  };
}

/** @param {string} manifest package.json @param {readonly DeclaredSetting[]} settings @returns {string} it with these settings */
export function manifestWith(manifest, settings) {
  const whole = JSON.parse(manifest);
  const properties = Object.fromEntries(settings.map((setting, order) => [setting.key, property(setting, order)]));
  whole.contributes.configuration.properties = properties;
  // In Restricted Mode a workspace changes neither what a model is told nor when a thread is compacted.
  whole.capabilities.untrustedWorkspaces.restrictedConfigurations = settings
    .filter(({ presentation: { scope = 'resource' } }) => scope === 'resource' || scope === 'machine-overridable')
    .map(({ key }) => key);
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** @param {string} texts package.nls.json @param {readonly DeclaredSetting[]} settings @returns {string} it with their descriptions */
export function textsWith(texts, settings) {
  const others = Object.entries(JSON.parse(texts)).filter(([key]) => !key.startsWith('spool.'));
  const own = settings.flatMap(({ key, presentation: { description, options = {} } }) => [
    [textKey(key), description],
    ...Object.entries(options).map(([option, text]) => [textKey(key, option), text]),
  ]);
  return `${JSON.stringify(Object.fromEntries([...others, ...own]), null, 2)}\n`;
}

/** @param {unknown} value */
const code = (value) => `\`${JSON.stringify(value)}\``;

/** @param {DeclaredSetting} setting @returns {string} a line of the table */
function row({ key, default: preset, expected, schema, presentation }) {
  const takes = Array.isArray(schema.enum) ? schema.enum.map(code).join(', ') : expected;
  const options = Object.entries(presentation.options ?? {}).map(([option, text]) => `\`${option}\`: ${text}`);
  const meaning = [presentation.description, ...options].join(' ').replace(/`#([\w.-]+)#`/g, '`$1`');
  return `| \`${key}\` | ${takes} | ${code(schema.default ?? preset)} | ${meaning} |`;
}

/** @param {string} page docs/settings.md @param {readonly DeclaredSetting[]} settings @returns {string} it with their table */
export function pageWith(page, settings) {
  const [before = '', rest = ''] = page.split(begin);
  const [, after = ''] = rest.split(end);
  const table = ['| Setting | Takes | Default | Meaning |', '| --- | --- | --- | --- |', ...settings.map(row)];
  return [before, begin, '\n\n', table.join('\n'), '\n\n', end, after].join('');
}
