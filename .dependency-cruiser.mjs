/** Who may import whom: the table of ARCHITECTURE.md. */
/** @type {{dependencyTypes: import('dependency-cruiser').DependencyType[]}} */
const noNode = { dependencyTypes: ['core'] };
const vscode = { path: '(^|/)vscode(/|$)' };

/** The folders of src/core from the lowest floor up: each may import those of lower floors, types too. */
const floors = [
  ['lang', 'prompts'],
  ['permission'],
  ['message'],
  ['tokens'],
  ['thread'],
  ['tool-output'],
  ['compaction'],
  ['view', 'agent'],
  ['workspace'],
  ['protocol', 'transfer'],
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const floorRules = floors.flatMap((floor, at) =>
  floor.map((folder) => ({
    name: `core-${folder}-imports-lower-floors`,
    comment: `src/core/${folder} may import itself and ${floors.slice(0, at).flat().join(', ') || 'nothing else'}.`,
    severity: 'error',
    from: { path: `^src/core/${folder}/` },
    to: {
      path: '^src/core/',
      pathNot: `^src/core/(${[folder, ...floors.slice(0, at).flat()].join('|')})/`,
    },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Types count too.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-cycle-of-what-runs',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-folder-cycle', scope: 'folder', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    ...floorRules,
    {
      name: 'every-core-folder-has-a-floor',
      severity: 'error',
      from: {},
      to: { path: '^src/core/', pathNot: `^src/core/(${floors.flat().join('|')})/` },
    },
    {
      name: 'permission-imports-lang-only',
      severity: 'error',
      from: { path: '^src/core/permission/' },
      to: { path: '^src/', pathNot: '^src/core/(permission|lang)/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^vscode$' } },
    {
      name: 'core-imports-core',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { pathNot: '^(src/core/|node_modules/(valibot|fast-myers-diff|unbash|yaml)/)' },
    },
    {
      name: 'providers-import-core-and-what-they-share',
      severity: 'error',
      from: { path: '^src/providers/([^/]+)/' },
      to: { path: '^src/', pathNot: '^src/(core|providers/($1|shared|openai-shared))/' },
    },
    {
      name: 'what-providers-share-imports-no-provider',
      severity: 'error',
      from: { path: '^src/providers/shared/' },
      to: { path: '^src/', pathNot: '^src/(core|providers/shared)/' },
    },
    {
      name: 'two-providers-speak-as-openai-does',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/providers/openai-(shared|responses|compatible)/' },
      to: { path: '^src/providers/openai-shared/' },
    },
    {
      name: 'extension-imports-no-webview',
      severity: 'error',
      from: { path: '^src/extension/' },
      to: { path: '^src/webview/' },
    },
    {
      name: 'webview-imports-protocol-and-view',
      severity: 'error',
      from: { path: '^src/webview/' },
      to: { path: '^src/', pathNot: '^src/(webview/|core/(protocol|view|lang)/)', dependencyTypesNot: ['type-only'] },
    },
    { name: 'webview-stays-in-the-browser', severity: 'error', from: { path: '^src/webview/' }, to: noNode },
    {
      name: 'only-the-extension-sees-vscode',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(extension/|providers/vscode-lm/)' },
      to: vscode,
    },
    {
      name: 'storage-and-child-processes-work-without-vscode',
      severity: 'error',
      from: { path: '^src/extension/(storage|workspace/node)/' },
      to: vscode,
    },
    {
      name: 'the-workspace-on-a-disk-works-without-vscode',
      severity: 'error',
      from: { path: '^src/extension/workspace/node/' },
      to: vscode,
    },
    {
      name: 'one-file-knows-the-toolkit',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/webview/toolkit\\.ts$' },
      to: { path: 'webview-ui-toolkit' },
    },
    {
      name: 'nothing-shipped-imports-tests-or-scripts',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts|bench)/' },
    },
    {
      name: 'shipped-code-uses-shipped-packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/(playwright|mocha|vitest|fast-check|gpt-tokenizer|@vscode/test)' },
    },
  ],
  options: {
    exclude: { path: '^scripts/sample/(workspace|written)/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
