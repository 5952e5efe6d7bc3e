/** Turns one turn of the script into messages: the words are the script's, every tool result is real. */

/**
 * @typedef {object} Call
 * @property {string} name of the tool
 * @property {object} input as the model would write it
 * @property {boolean} [fails] the tool is meant to fail here
 * @property {string[]} [sees] what the result must hold, so that the words after it stay true
 *
 * @typedef {{ say: string, calls: Call[] }} Round one assistant message and the results that follow it
 * @typedef {{ name: string, user: string, rounds: Round[], answer: string }} Turn
 */

function check(turn, call, result) {
  const problems = [];
  if (Boolean(call.fails) !== result.isError) problems.push(call.fails ? 'was meant to fail, and went well' : 'failed');
  for (const text of call.sees ?? [])
    if (!result.text.includes(text)) problems.push(`does not show ${JSON.stringify(text)}`);
  if (problems.length === 0) return;
  throw new Error(
    `turns/${turn.name}: ${call.name} ${JSON.stringify(call.input).slice(0, 160)} ${problems.join('; ')}\n${result.text}`,
  );
}

/**
 * Appends the turn's messages to `thread`.
 *
 * @param {Turn} turn
 * @param {{ call(name: string, input: object): Promise<{ text: string, isError: boolean }> }} tools
 * @param {{ messages: object[], toolCalls: number, failedCalls: number }} thread
 */
export async function playTurn(turn, tools, thread) {
  thread.messages.push({ role: 'user', content: [{ type: 'text', text: turn.user }] });
  for (const { say, calls } of turn.rounds) {
    const spoken = [{ type: 'text', text: say }];
    const results = [];
    for (const call of calls) {
      thread.toolCalls += 1;
      const id = `toolu_${String(thread.toolCalls).padStart(4, '0')}`;
      const result = await tools.call(call.name, call.input);
      check(turn, call, result);
      if (result.isError) thread.failedCalls += 1;
      spoken.push({ type: 'tool_use', id, name: call.name, input: call.input });
      results.push({
        type: 'tool_result',
        tool_use_id: id,
        content: result.text,
        ...(result.isError ? { is_error: true } : {}),
      });
    }
    thread.messages.push({ role: 'assistant', content: spoken }, { role: 'user', content: results });
  }
  thread.messages.push({ role: 'assistant', content: [{ type: 'text', text: turn.answer }] });
}
