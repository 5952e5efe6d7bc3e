/** Marks the branch that no variant of a union reaches; the compiler refuses it when a variant is missing. */
export function assertNever(value: never): never {
  throw new Error(`unexpected variant: ${JSON.stringify(value)}`);
}
