/** When a thread's offered tools change, and what the model is told in between. */
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../../src/core/message/message.ts';
import type { Planned } from '../../../../src/core/thread/entry.ts';
import { entryId } from '../../../../src/core/thread/entry-id.ts';
import type { OfferedTool, ToolChoice } from '../../../../src/core/thread/offered-tools.ts';
import { append, nextId, replay, type Thread } from '../../../../src/core/thread/thread.ts';
import { dueTools, nextTools } from '../../../../src/core/workspace/external/due-tools.ts';

const tool = (id: string, description = 'd'): OfferedTool => ({
  name: id,
  id,
  source: 's',
  description,
  inputSchema: { type: 'object' },
});
const choice = (ids: readonly string[], without: readonly string[] = []): ToolChoice => ({
  offered: ids.map((id) => tool(id)),
  without,
});
const with_ = (thread: Thread, ...planned: readonly Planned[]) =>
  planned.reduce((all, one) => append(all, { ...one, id: nextId(all), at: 0 }), thread);
const said = (origin: 'typed' | 'model' | 'tools', ...blocks: Block[]): Planned => ({
  type: 'message',
  origin,
  blocks,
});
const text = (words: string): Block => ({ type: 'text', text: words });
const call = (name: string): Planned => said('model', { type: 'tool_use', id: 'c', name, input: {} });
const result: Planned = said('tools', { type: 'tool_result', toolUseId: 'c', content: [] });
const due = (thread: Thread, now: ToolChoice) => with_(thread, ...dueTools(thread, now));
const noteIn = (planned: readonly Planned[]) =>
  planned.map((one) => (one.type === 'message' && one.blocks[0]?.type === 'text' ? one.blocks[0].text : one.type));
/** A boundary: back to the first entry, or to another one. */
const restored = (thread: Thread, to: number): Thread => with_(thread, { type: 'restore', to: entryId(to) });

const start = with_(replay([]), said('typed', text('hello')));

describe('the offer of a thread', () => {
  it('writes nothing where nothing was ever selected', () => {
    expect(dueTools(start, choice([]))).toEqual([]);
    expect(dueTools(with_(start, said('model', text('hi'))), choice([]))).toEqual([]);
  });

  it('is written before the first reply, and again after a restart only where it changed', () => {
    const offered = due(start, choice(['a', 'b'], ['todo']));
    expect(offered.tools).toMatchObject({ without: ['todo'], offered: [{ id: 'a' }, { id: 'b' }] });
    expect(dueTools(offered, choice(['a', 'b'], ['todo']))).toEqual([]);
    expect(replay(offered.entries).tools).toEqual(offered.tools);
  });

  it('stays between boundaries, and one line says what is refused and what comes later, once', () => {
    const running = with_(due(start, choice(['a'])), said('model', text('hi')), said('typed', text('go on')));
    const now = choice(['b'], ['todo']);
    expect(nextTools(running, now)).toEqual(running.tools);
    const planned = dueTools(running, now);
    expect(noteIn(planned)).toEqual([
      'The person has changed which tools may be used: calls of a, todo are refused from now on. b will be offered to you once the thread was compacted, not before.',
    ]);
    const told = with_(running, ...planned);
    expect(dueTools(told, now)).toEqual([]);
    expect(noteIn(dueTools(told, choice(['a'])))).toEqual([
      'The person has changed which tools may be used: all tools that you have may be used again.',
    ]);
  });

  it('waits for the results of calls', () => {
    const waiting = with_(due(start, choice(['a'])), call('a'));
    expect(dueTools(waiting, choice([]))).toEqual([]);
  });

  it('changes after a boundary, and a tool that is gone stays while its calls are in the context', () => {
    const called = with_(due(start, choice(['a', 'b'])), call('a'), result, said('model', text('done')));
    const kept = due(restored(called, called.entries.length), choice(['c']));
    expect(kept.tools.offered.map(({ id }) => id)).toEqual(['c', 'a']);
    const forgotten = due(restored(kept, 1), choice(['c']));
    expect(forgotten.tools.offered.map(({ id }) => id)).toEqual(['c']);
  });

  it('stays after the first reply that follows a boundary, though nothing had changed there', () => {
    const called = with_(due(start, choice(['a'])), said('model', text('hi')));
    const back = due(restored(called, called.entries.length), choice(['a']));
    expect(back.entries.at(-1)?.type).toBe('restore');
    const now = choice(['a', 'b']);
    expect(nextTools(back, now)).toEqual(now);
    const answered = with_(back, said('model', text('here')), said('typed', text('go on')));
    expect(nextTools(answered, now)).toEqual(answered.tools);
    expect(noteIn(dueTools(answered, now))).toEqual([expect.stringContaining('b will be offered to you')]);
  });

  it('takes a changed description at the boundary, not before', () => {
    const running = with_(due(start, choice(['a'])), said('model', text('hi')));
    const changed = { offered: [tool('a', 'other')], without: [] };
    expect(dueTools(running, changed)).toEqual([]);
    expect(due(restored(running, 1), changed).tools.offered[0]?.description).toBe('other');
  });

  it('begins anew in a thread that another agent recorded', () => {
    const imported = with_(start, { type: 'message', origin: 'model', source: 'imported', blocks: [text('hi')] });
    expect(due(imported, choice(['a'])).tools.offered).toHaveLength(1);
  });
});
