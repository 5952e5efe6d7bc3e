/** Types an imported recording as unknown, because it is large and the parser checks it. */
declare module '*.json' {
  const value: unknown;
  export default value;
}
