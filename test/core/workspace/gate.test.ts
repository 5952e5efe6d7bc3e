/** A workspace tool acts only on what was decided or asked for, and on nothing that changed meanwhile. */
import { describe, expect, it } from 'vitest';
import type { RefusalReason } from '../../../src/core/permission/reason.ts';
import type { PermissionRequest, Verdict } from '../../../src/core/permission/request.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import type { Answer, Authority, Question } from '../../../src/core/workspace/authority.ts';
import { gated } from '../../../src/core/workspace/gate.ts';
import { finished, type Preparation, type WorkspaceTool } from '../../../src/core/workspace/workspace-tool.ts';

const path = { given: 'a.ts', real: '/ws/a.ts', inside: 'a.ts' };
const edit: PermissionRequest = { type: 'write', kind: 'edit', path };
const command: PermissionRequest = {
  type: 'command',
  command: 'git status',
  shell: 'bash',
  cwd: path,
  background: false,
};
const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const asked: Verdict = { type: 'ask', reasons: [{ type: 'edit' }], offers: [] };

/** Runs a call of a tool with these requests; `outdated` times it finds that something changed when it acts. */
async function call(requests: readonly PermissionRequest[], { verdict, answer, outdated = 0, stopsAt }: Partial<Case>) {
  const questions: Question[] = [];
  const acts: unknown[] = [];
  const wasAsked: boolean[] = [];
  const signal = { aborted: false };
  let preparations = 0;
  const tool: WorkspaceTool = {
    name: 'edit_file',
    description: '',
    inputSchema: {},
    effect: 'reads',
    resource: () => undefined,
    prepare: async (): Promise<Preparation> => {
      preparations++;
      return {
        type: 'prepared',
        requests,
        act: async (approval, _signal, asked) => {
          acts.push(approval);
          wasAsked.push(asked);
          return acts.length <= outdated ? { type: 'outdated' } : finished(said('done'));
        },
      };
    },
  };
  const authority: Authority = {
    decide: (request) => verdict?.(request) ?? { type: 'allow' },
    ask: async (question) => {
      questions.push(question);
      if (stopsAt === 'question') signal.aborted = true;
      return answer?.(questions.length) ?? { type: 'allowed', approval: {} };
    },
  };
  const outcome = await gated(tool, authority).run({}, { thread: replay([]), call: 'c1', signal });
  const text = outcome.content.map((part) => (part.type === 'text' ? part.text : part.type)).join();
  const { isError = false, intervention } = outcome;
  return { text, isError, intervention, questions, acts, wasAsked, preparations };
}

interface Case {
  verdict: (request: PermissionRequest) => Verdict;
  answer: (question: number) => Answer;
  outdated: number;
  stopsAt: 'question';
}

describe('gated', () => {
  it('acts without a question on what is allowed, with the environment that the permission rests on', async () => {
    const done = await call([command], { verdict: () => ({ type: 'allow', env: { GIT_OPTIONAL_LOCKS: '0' } }) });
    expect(done).toMatchObject({ text: 'done', questions: [], acts: [{ env: { GIT_OPTIONAL_LOCKS: '0' } }] });
    expect(done.wasAsked).toEqual([false]);
  });

  it('asks once for all requests that need it, and acts on the answer', async () => {
    const answer = (): Answer => ({ type: 'allowed', approval: { hunks: new Set([1]) } });
    const done = await call([edit, command], { verdict: () => asked, answer });
    expect(done.questions).toEqual([
      {
        tool: 'edit_file',
        call: 'c1',
        asks: [
          { ...asked, request: edit },
          { ...asked, request: command },
        ],
      },
    ]);
    expect(done.acts).toEqual([{ hunks: new Set([1]) }]);
    expect(done.wasAsked).toEqual([true]);
  });

  it('does nothing when one of the requests is refused, and asks for none of them', async () => {
    const verdict = (request: PermissionRequest): Verdict =>
      request.type === 'write' ? { type: 'refuse', reason: { type: 'plan' } } : asked;
    const done = await call([command, edit], { verdict });
    expect(done).toMatchObject({ isError: true, acts: [], questions: [] });
    expect(done.text).toContain('Plan');
    expect(done.intervention).toEqual({ type: 'plan' });
  });

  it('refuses when the mode is changed while it asks, and says so of the mode Plan only', async () => {
    const refused = (reason: RefusalReason) =>
      call([edit], { verdict: () => asked, answer: () => ({ type: 'refused', reason }) });
    expect(await refused({ type: 'plan' })).toMatchObject({ isError: true, acts: [], intervention: { type: 'plan' } });
    const restricted = await refused({ type: 'restricted' });
    expect(restricted).toMatchObject({ isError: true, acts: [], intervention: undefined });
  });

  it('tells the model what the person wrote when they deny', async () => {
    const denied = (reason?: string) => (): Answer => ({ type: 'denied', ...(reason !== undefined && { reason }) });
    const done = await call([edit], { verdict: () => asked, answer: denied(' use b.ts ') });
    expect(done).toMatchObject({ isError: true, acts: [] });
    expect(done.text).toMatch(/They wrote: use b\.ts$/);
    expect(done.intervention).toEqual({ type: 'denied', reason: 'use b.ts' });
    const silent = await call([edit], { verdict: () => asked, answer: denied() });
    expect(silent.text).not.toContain('wrote');
    expect(silent.intervention).toEqual({ type: 'denied' });
  });

  it('tells the model so when no person can be asked', async () => {
    const done = await call([edit], { verdict: () => asked, answer: () => ({ type: 'unanswered', text: 'No one.' }) });
    expect(done).toMatchObject({ isError: true, acts: [], text: 'No one.' });
  });

  it('asks again when what it would change was changed meanwhile', async () => {
    const done = await call([edit], { verdict: () => asked, outdated: 2 });
    expect(done).toMatchObject({ text: 'done', preparations: 3 });
    expect(done.questions).toHaveLength(3);
    const denied = (question: number): Answer =>
      question === 1 ? { type: 'allowed', approval: {} } : { type: 'denied' };
    expect(await call([edit], { verdict: () => asked, outdated: 2, answer: denied })).toMatchObject({ isError: true });
  });

  it('gives up when it changes again and again', async () => {
    expect(await call([edit], { outdated: 100 })).toMatchObject({ isError: true, preparations: 5 });
  });

  it('does nothing when the turn was stopped while it asked', async () => {
    expect(await call([edit], { verdict: () => asked, stopsAt: 'question' })).toMatchObject({
      isError: true,
      acts: [],
      intervention: { type: 'stopped' },
    });
  });
});
