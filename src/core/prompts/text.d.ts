/** Prompts are text files that the bundler inlines as strings. */
declare module '*.md' {
  const text: string;
  export default text;
}
