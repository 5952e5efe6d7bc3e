/** Makes of the sample thread the recording that the extension ships: what was said, and what the tools answered. */

/** Tokens: small, so that the thread compacts itself several times while it is played. */
const WINDOW = 48_000;

const text = { type: 'string' };
const line = { type: 'integer', minimum: 1 };
const object = (required, properties) => ({ type: 'object', required, properties });

/** The tools of tools.mjs, as a model is told of them. */
const TOOLS = [
  ['list_files', 'Lists the files below a path with their sizes.', object(['path'], { path: text })],
  [
    'read_file',
    'Reads a text file with line numbers; a part of it where lines are given.',
    object(['path'], { path: text, start_line: line, end_line: line }),
  ],
  ['write_file', 'Writes a whole file, a new one too.', object(['path', 'content'], { path: text, content: text })],
  [
    'edit_file',
    'Replaces a text that stands exactly once in a file.',
    object(['path', 'old_text', 'new_text'], { path: text, old_text: text, new_text: text }),
  ],
  [
    'search',
    'Finds the lines below a path that match a regular expression.',
    object(['pattern'], { pattern: text, path: text }),
  ],
  ['run_command', 'Runs a shell command in the workspace.', object(['command'], { command: text })],
  [
    'todo_write',
    'Keeps the list of what is to be done.',
    object(['todos'], {
      todos: { type: 'array', items: object(['content', 'status'], { content: text, status: text }) },
    }),
  ],
];

/**
 * @param {{ title: string, messages: { role: string, content: any[] }[] }} thread as makeSample writes it
 * @returns {object} a Recording, see src/providers/replay/recording.ts
 */
export function recordingOf({ title, messages }) {
  const results = new Map(
    messages.flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'tool_result' ? [[part.tool_use_id, part]] : [])),
    ),
  );
  const replies = messages.flatMap(({ role, content }, at) => {
    if (role !== 'assistant') return [];
    const before = messages[at - 1].content.find((part) => part.type === 'text');
    const said = content.find((part) => part.type === 'text');
    const calls = content
      .filter((part) => part.type === 'tool_use')
      .map(({ id, name, input }) => {
        const { content: result, is_error: isError } = results.get(id);
        return { id, name, input, result, ...(isError && { isError }) };
      });
    return [
      {
        ...(before && { asked: before.text }),
        ...(said && { text: said.text }),
        ...(calls.length > 0 && { calls }),
      },
    ];
  });
  const tools = TOOLS.map(([name, description, inputSchema]) => ({ name, description, inputSchema }));
  return { id: 'upload-queue', name: title, window: WINDOW, tools, replies };
}

/** As JSON with a line for each reply. @param {{ replies: readonly object[] }} recording */
export function textOf({ replies, ...rest }) {
  const lines = replies.map((reply) => JSON.stringify(reply)).join(',\n');
  return `${JSON.stringify(rest).slice(0, -1)},"replies":[\n${lines}\n]}\n`;
}
