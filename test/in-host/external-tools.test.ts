/** Tools of another extension and of an MCP server in the real VS Code: listed, selected, asked for, called, and refused in Plan. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { decide } from '../../src/core/permission/decide.ts';
import type { Mode } from '../../src/core/permission/request.ts';
import { replay } from '../../src/core/thread/thread.ts';
import type { Question } from '../../src/core/workspace/authority.ts';
import { describeTools } from '../../src/core/workspace/external/choose-tools.ts';
import { externalCall } from '../../src/core/workspace/external/external-call.ts';
import type { ToolsOutcome } from '../../src/extension/commands/select-tools.ts';
import { vscodeTools } from '../../src/extension/workspace/vscode/vscode-tools.ts';

const tools = vscodeTools();

/** What a person is asked, and what the model reads, of a call that is allowed when it is asked for. */
async function call(id: string, input: object, mode: Mode = 'ask') {
  const listed = tools.list();
  const offered = describeTools(listed, new Set()).find((tool) => tool.id === id);
  assert.ok(offered, `${id} is not among ${listed.map((tool) => tool.id).join(', ')}`);
  const asked: Question[] = [];
  const paths = { check: () => undefined, repository: () => undefined };
  const state = { mode, isTrusted: true, rules: [], paths, ownFolders: [], changedSince: () => [] };
  const tool = externalCall(offered, {
    tools,
    isOn: () => true,
    authority: {
      decide: (request) => decide(request, state),
      ask: async (question) => {
        asked.push(question);
        return { type: 'allowed', approval: {} };
      },
    },
  });
  const signal = new AbortController().signal;
  const { content } = await tool.run(input, { thread: replay([]), call: 'c1', signal });
  const text = content.map((part) => (part.type === 'text' ? part.text : part.type)).join('');
  return { text, asked: asked.map(({ proposal }) => proposal) };
}

describe('external tools', () => {
  before(async () => {
    await vscode.extensions.getExtension('spool.spool')?.activate();
    await vscode.commands.executeCommand('otherExtension.begin');
  });

  it('are listed by who offers them, without those of VS Code itself', () => {
    const listed = tools.list();
    assert.equal(listed.find(({ id }) => id === 'other_count')?.source, 'Other Extension');
    const own = listed.filter(({ id }) => /^(copilot_|vscode_)|run_in_terminal/.test(id));
    assert.deepEqual(own, []);
  });

  it('are selected by a command', async () => {
    const wish = { on: ['other_count'], off: ['todo'] };
    const outcome = await vscode.commands.executeCommand<ToolsOutcome>('spool.selectTools', wish);
    assert.deepEqual(outcome, { type: 'selected', ...wish });
    await vscode.commands.executeCommand('spool.selectTools', { on: [], off: [] });
  });

  it('are asked for with their arguments, called, and refused in Plan', async () => {
    const { text, asked } = await call('other_count', { text: 'abc' });
    assert.equal(text, '3 letters');
    const description = 'Counts the letters of a text.';
    assert.deepEqual(asked, [
      { type: 'external', id: 'other_count', source: 'Other Extension', description, input: { text: 'abc' } },
    ]);
    assert.match((await call('other_count', { words: 'abc' })).text, /text is missing/);
    assert.match((await call('other_count', { text: 'throw' })).text, /It throws as it was told/);
    const planned = await call('other_count', { text: 'abc' }, 'plan');
    assert.match(planned.text, /mode Plan/);
    assert.deepEqual(planned.asked, []);
  });

  it('are named where they were never registered', async () => {
    assert.match((await call('other_missing', {})).text, /does not have an implementation/);
  });

  it('come from an MCP server over stdio too', async () => {
    const id = await vscode.commands.executeCommand<string>('otherExtension.startServer');
    // The two facts that the decoding of the list rests on, beside the names.
    const listed: object | undefined = vscode.lm.tools.find(({ name }) => name === id);
    assert.ok(listed && Object.isFrozen(listed));
    assert.equal(Reflect.get(listed, 'fullReferenceName'), 'other/echo');
    const { text, asked } = await call(id, { text: 'abc' });
    assert.match(text, /echo: abc/);
    const description = 'Says what it was given.';
    assert.deepEqual(asked, [{ type: 'external', id, source: 'MCP: other', description, input: { text: 'abc' } }]);
    assert.match((await call(id, { text: 'abc' }, 'plan')).text, /mode Plan/);
  });
});
