/** Creates SDK clients while certain environment variables are hidden from them. */

/**
 * The SDKs put these to each request, whatever they are told: a key for a gateway, say, which would go to any server that a
 * person chose here. All else they ask the environment for is given to them.
 */
const HIDDEN = ['ANTHROPIC_CUSTOM_HEADERS', 'OPENAI_CUSTOM_HEADERS'];

/** What `make` makes at once, and without them. */
export function withoutEnvironment<T>(make: () => T): T {
  const hidden = HIDDEN.map((name) => [name, process.env[name]] as const);
  for (const [name] of hidden) delete process.env[name];
  try {
    return make();
  } finally {
    for (const [name, value] of hidden) if (value !== undefined) process.env[name] = value;
  }
}
