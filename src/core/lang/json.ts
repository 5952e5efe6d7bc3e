/** JSON values, as they come from `JSON.parse`. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
