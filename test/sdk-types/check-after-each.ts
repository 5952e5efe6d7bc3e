/** Setup of all unit tests: fails a test whose requests are not what the official libraries' types say. */
import { afterEach, expect } from 'vitest';
import { takeSdkProblems } from './problems.ts';

afterEach(() => {
  expect(takeSdkProblems(), 'bodies that the types of the official libraries do not have').toEqual([]);
});
