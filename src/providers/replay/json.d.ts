/** A recording is large: what is in it is told by the parser, not by the compiler. */
declare module '*.json' {
  const value: unknown;
  export default value;
}
