/** The types of make-sample.mjs, which is plain JavaScript so that it runs before anything is installed. */
export interface Sample {
  readonly workspacePath: string;
  readonly threadPath: string;
  readonly messages: number;
  readonly toolCalls: number;
  readonly failedCalls: number;
}

export function makeSample(options: {
  readonly out: string;
  readonly onTurn?: (turn: string) => void;
}): Promise<Sample>;
