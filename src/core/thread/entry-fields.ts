/** The fields that every entry in the log has, and those that point at an entry. */
import * as v from 'valibot';
import { entryId } from './entry-id.ts';

/** The number of an entry, from 1. */
export const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.transform(entryId));

/** The number of an entry, or 0 for the start of the thread. */
export const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.transform(entryId));

/** `at` is in milliseconds since 1970. */
export const entryFields = { id, at: v.number() };
