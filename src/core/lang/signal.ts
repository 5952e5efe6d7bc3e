/** The part of an AbortSignal that core uses. */
export interface Signal {
  readonly aborted: boolean;
}
