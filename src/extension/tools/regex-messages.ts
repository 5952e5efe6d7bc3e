/** What the worker for regular expressions is given; it answers each request with the hits. */
import type { SearchRange } from '../../core/tool-output/hits.ts';

export interface RegexWorkerData {
  readonly source: string;
  readonly flags: string;
}

export interface RegexRequest {
  readonly text: string;
  readonly wish: SearchRange;
}
