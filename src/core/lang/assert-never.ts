/** Makes a `switch` over a union exhaustive: the compiler reports a member that has no case. */
export function assertNever(value: never): never {
  throw new Error(`unexpected variant: ${JSON.stringify(value)}`);
}
