/** The names of the two tools that read what is no longer in the context (R36). */

export const CACHE_TOOL = 'tool_output_cache';
export const GREP_TOOL = 'tool_output_cache_grep';
