/** The names of the two cache tools (R36). */

export const CACHE_TOOL = 'tool_output_cache';
export const GREP_TOOL = 'tool_output_cache_grep';
