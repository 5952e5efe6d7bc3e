/** A small MCP server over stdio for the in-host tests, with one tool that says what it was given. */
const readline = require('node:readline');

const TOOL = {
  name: 'echo',
  description: 'Says what it was given.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};

/** @param {{method?: string, params?: any}} request */
function answer({ method, params }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'other', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools: [TOOL] };
    case 'tools/call':
      return { content: [{ type: 'text', text: `echo: ${params.arguments.text}` }] };
    default:
      return {};
  }
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line);
  // A notification wants no answer.
  if (request.id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result: answer(request) })}\n`);
});
