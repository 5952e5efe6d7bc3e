/** Refuses calls of a tool of ours that the person has switched off since it was offered. */
import type { Tool } from '../../agent/ports.ts';
import { failed } from '../../tool-output/tool.ts';

/** `isOff` is asked at each call. */
export function switchedOff(tool: Tool, isOff: (name: string) => boolean): Tool {
  return {
    ...tool,
    run: async (input, context) =>
      isOff(tool.name)
        ? failed('Nothing was done: the person has switched this tool off. Go on without it.')
        : tool.run(input, context),
  };
}
