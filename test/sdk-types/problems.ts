/** What was found in the bodies of the running test, until the test ends: see test/sdk-types/check-after-each.ts. */
const found: string[] = [];

export function addSdkProblem(problem: string): void {
  found.push(problem);
}

export function takeSdkProblems(): readonly string[] {
  return found.splice(0);
}
