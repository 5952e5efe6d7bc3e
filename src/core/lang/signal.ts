/** What core needs of an AbortSignal: to see that it was aborted. */
export interface Signal {
  readonly aborted: boolean;
}
