/** The system prompt of a sub-agent. */
import prompt from '../../prompts/sub-agent.md';

export const SUB_AGENT_PROMPT = prompt.trim();
