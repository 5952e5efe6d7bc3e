/** Lets TypeScript accept imports of style sheets; the bundler writes them beside the script. */
declare module '*.css';
