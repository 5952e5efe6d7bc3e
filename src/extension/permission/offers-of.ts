/** Which rules a person may keep by answering a question. */
import type { Rule } from '../../core/permission/rule.ts';
import type { Question } from '../../core/workspace/authority.ts';

/** A rule that answers one of several requests would not answer the question. */
export function offersOf({ asks }: Question): readonly Rule[] {
  const [only, ...others] = asks;
  return only && others.length === 0 ? only.offers.map(({ rule }) => rule) : [];
}
