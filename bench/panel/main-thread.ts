/** What a page has used of its main thread, in milliseconds of the processor: other work of the machine does not count. */
import type { Browser, CDPSession, Page } from 'playwright-core';

export interface Used {
  readonly total: number;
  readonly script: number;
  readonly layout: number;
  readonly style: number;
}

export interface Size {
  readonly nodes: number;
  readonly heapMb: number;
}

export class MainThread {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<MainThread> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new MainThread(page, session);
  }

  async used(work: () => Promise<unknown>): Promise<Used> {
    const before = await this.#metrics();
    await work();
    const after = await this.#metrics();
    const ms = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1_000;
    return {
      total: ms('ThreadTime'),
      script: ms('ScriptDuration'),
      layout: ms('LayoutDuration'),
      style: ms('RecalcStyleDuration'),
    };
  }

  /** After garbage is collected. */
  async size(): Promise<Size> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const metrics = await this.#metrics();
    return { nodes: metrics.get('Nodes') ?? 0, heapMb: (metrics.get('JSHeapUsedSize') ?? 0) / 1e6 };
  }

  /** The milliseconds of the processor that the longest task of the main thread took while something ran. */
  async longestTask(browser: Browser, work: () => Promise<unknown>): Promise<number> {
    await browser.startTracing(this.#page, { categories: ['toplevel', '__metadata'] });
    await work();
    const { traceEvents }: Trace = JSON.parse(String(await browser.stopTracing()));
    const mains = new Set(
      traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
    );
    const tasks = traceEvents.filter((one) => one.name.endsWith('RunTask') && mains.has(threadOf(one)));
    return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1_000), 0);
  }

  async #metrics(): Promise<ReadonlyMap<string, number>> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }
}

interface Trace {
  readonly traceEvents: readonly TraceEvent[];
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
