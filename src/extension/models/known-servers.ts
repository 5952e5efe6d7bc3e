/** The servers with OpenAI's API that Connect a Model… lists: the default address of each, and where a person gets a key. */

export interface KnownServer {
  readonly name: string;
  /** The address that its makers document. */
  readonly url: string;
  /** It is one service for everybody: its address is not asked for, its key is. */
  readonly service?: { readonly keyPage: string };
}

/**
 * docs.ollama.com/api/openai-compatibility · lmstudio.ai/docs/developer/openai-compat ·
 * github.com/ggml-org/llama.cpp/tree/master/tools/server · docs.vllm.ai (serving, OpenAI-compatible server) ·
 * openrouter.ai/docs/quickstart
 */
export const KNOWN_SERVERS: readonly KnownServer[] = [
  { name: 'Ollama', url: 'http://localhost:11434/v1' },
  { name: 'LM Studio', url: 'http://localhost:1234/v1' },
  { name: 'llama.cpp', url: 'http://localhost:8080/v1' },
  { name: 'vLLM', url: 'http://localhost:8000/v1' },
  { name: 'OpenRouter', url: 'https://openrouter.ai/api/v1', service: { keyPage: 'https://openrouter.ai/keys' } },
];

/** The service at an address; undefined for a server of the person's own, whatever its port. */
export function findService(url: string | undefined): KnownServer | undefined {
  return KNOWN_SERVERS.find((server) => server.service && server.url === url);
}
