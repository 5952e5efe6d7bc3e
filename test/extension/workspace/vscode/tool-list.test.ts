/** VS Code's list of tools and their results, whatever other extensions put there. */
import { describe, expect, it } from 'vitest';
import { ToolList } from '../../../../src/extension/workspace/vscode/tool-list.ts';
import { externalReplyOf, failedReplyOf } from '../../../../src/extension/workspace/vscode/tool-result.ts';

const circle: { self?: unknown } = {};
circle.self = circle;
/** So many bytes that begin as a PNG does. */
function image(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a].slice(0, size));
  return bytes;
}
const named = (...names: readonly string[]) => new Map(names.map((name) => [name, 'Other']));

describe('the list of tools', () => {
  it('leaves out what is no tool, VS Code’s own and those of Copilot', () => {
    const listed = [
      { name: 'a', description: 'A', inputSchema: { type: 'object' }, tags: [] },
      { name: 'a', description: 'again', inputSchema: {} },
      { name: 'copilot_x' },
      { name: 'vscode_x' },
      { name: 'run_in_terminal' },
      { name: 'mcp_files_read', description: 7 },
      { name: 'circle', inputSchema: circle },
      { name: 'large', inputSchema: { description: 'x'.repeat(500_000) } },
      { name: '' },
      { name: 7 },
      null,
      'tool',
    ];
    const list = new ToolList((text) => `hash of ${text.length}`);
    const read = () => list.read(listed, () => named('a', 'copilot_x', 'vscode_x', 'circle', 'large'));
    expect(read().map(({ id, source }) => [id, source])).toEqual([
      ['a', 'Other'],
      ['mcp_files_read', 'MCP: files'],
    ]);
    expect(read()[0]).toBe(read()[0]);
    for (const none of [undefined, null, 7, {}]) expect(list.read(none, () => new Map())).toEqual([]);
  });

  it('gives no two servers one name, by what VS Code says of a tool or by the parts of its id', () => {
    const sourcesOf = (...tools: readonly (readonly [string, string?])[]) => {
      const listed = tools.map(([name, fullReferenceName]) => ({ name, fullReferenceName, tags: ['mcp'] }));
      return new ToolList((text) => text).read(listed, () => new Map()).map(({ source }) => source);
    };
    expect(sourcesOf(['mcp_files_read_all', 'files/read_all'], ['mcp_files2_read', 'files/read'])).toEqual([
      'MCP: files',
      'MCP: files (files2)',
    ]);
    expect(sourcesOf(['mcp_my_server_get', 'My Server/get'], ['mcp_my_other_get', 'my/other/get'])).toEqual([
      'MCP: My Server (my_server)',
      'MCP: my/other (my_other)',
    ]);
    // Without it, only a name that can be divided in one way tells its server.
    expect(sourcesOf(['mcp_my_server_get'], ['mcp_my_other_get'], ['mcp_files_read'])).toEqual([
      'MCP: mcp_my_server_get',
      'MCP: mcp_my_other_get',
      'MCP: files',
    ]);
    expect(sourcesOf(['mcp_abcdefghijklm_get_it'], ['mcp_a_get', 'b/put'], ['tagged'])).toEqual([
      'MCP: abcdefghijklm',
      'MCP: a',
      'MCP: tagged',
    ]);
  });

  it('reads each tool of VS Code once, and a changed one anew', () => {
    let hashed = 0;
    let looked = 0;
    const list = new ToolList((text) => {
      hashed++;
      return text;
    });
    const inputSchema = {
      get type() {
        looked++;
        return 'object';
      },
    };
    const tool = (n: number) => Object.freeze({ name: `t${n}`, description: 'T', inputSchema });
    const listed = Array.from({ length: 300 }, (_, n) => tool(n));
    const sources = new Map(listed.map(({ name }) => [name, 'Other']));
    const first = list.read(listed, () => sources);
    expect(list.read([...listed], () => sources)).toEqual(first);
    expect([hashed, looked]).toEqual([300, 300]);
    const changed = Object.freeze({ ...listed[0], description: 'U' });
    expect(list.read([changed, ...listed.slice(1)], () => sources)[0]?.description).toBe('U');
    expect([hashed, looked]).toEqual([301, 301]);
    expect(list.read(listed, () => new Map([...sources, ['t0', 'Third']]))[0]?.source).toBe('Third');
  });

  it('names an extension by its name, unless that is a key of a translation', () => {
    const contributes = { languageModelTools: [{ name: 'a' }, { name: 7 }, null] };
    expect(ToolList.contributed('p.x', { displayName: 'X', contributes })).toEqual([['a', 'X']]);
    expect(ToolList.contributed('p.x', { displayName: '%name%', contributes })).toEqual([['a', 'p.x']]);
    expect(ToolList.contributed('p.x', undefined)).toEqual([]);
  });
});

describe('the extensions that contribute tools', () => {
  it('never appear as one, nor as an MCP server or Spool', () => {
    const extension = (id: string, displayName: string, ...tools: readonly string[]) => ({
      id,
      packageJSON: { displayName, contributes: { languageModelTools: tools.map((name) => ({ name })) } },
    });
    const sources = ToolList.contributors([
      extension('p.a', 'Tools', 'a', 'both'),
      extension('p.b', 'Tools', 'b'),
      extension('p.c', 'MCP: github', 'c'),
      extension('p.d', 'Spool', 'd'),
      extension('p.e', 'Weather', 'e', 'both'),
      { id: 'p.f', packageJSON: undefined },
    ]);
    expect(Object.fromEntries(sources)).toEqual({
      a: 'Tools (p.a)',
      b: 'Tools (p.b)',
      c: 'MCP: github (p.c)',
      d: 'Spool (p.d)',
      e: 'Weather',
      both: 'Tools (p.a), Weather',
    });
  });
});

describe('an error', () => {
  it('is that of a call which VS Code gave up only where it is VS Code’s own', () => {
    const named = (name: string, message: string) => Object.assign(new Error(message), { name });
    expect(failedReplyOf(named('Canceled', 'Canceled'))).toEqual({ type: 'given-up' });
    const message = 'The server closed the connection.';
    expect(failedReplyOf(named('Canceled', message))).toEqual({ type: 'failed', message });
    expect(failedReplyOf({ message: 'gone' })).toEqual({ type: 'failed', message: 'gone' });
    const odd = Object.assign(new Error(), { message: 7 });
    for (const none of [new Error(''), new AggregateError([]), undefined, odd])
      expect(failedReplyOf(none)).toMatchObject({ type: 'failed', message: expect.stringMatching(/\w/) });
  });
});

describe('a result', () => {
  it('has texts, images and the texts of a prompt, and names anything else', () => {
    const tree = {
      node: {
        type: 1,
        children: [
          { type: 2, text: 'one' },
          { type: 2, text: 'two', lineBreakBefore: true },
        ],
      },
    };
    const content = [
      { value: 'text' },
      { data: image(10), mimeType: 'image/jpg' },
      { data: new Uint8Array([1, 2]), mimeType: 'image/png' },
      { data: new Uint8Array(0), mimeType: 'image/png' },
      { data: new TextEncoder().encode('{"a":1}'), mimeType: 'application/json; charset=utf-8' },
      { data: new Uint8Array(9), mimeType: 'audio/wav' },
      { data: image(4_000_000), mimeType: 'image/png' },
      { value: tree },
      { odd: true },
      null,
    ];
    const unknown = { type: 'unsent', what: 'a part of a kind that is not known here.' };
    expect(externalReplyOf({ content })).toEqual({
      type: 'done',
      parts: [
        { type: 'text', text: 'text' },
        { type: 'image', mediaType: 'image/png', data: Buffer.from(image(10)).toString('base64') },
        { type: 'unsent', what: 'image/png, 2 bytes. Its bytes are no PNG, JPEG, GIF or WebP image.' },
        { type: 'unsent', what: 'image/png, 0 bytes. Its bytes are no PNG, JPEG, GIF or WebP image.' },
        { type: 'text', text: '{"a":1}' },
        { type: 'unsent', what: 'audio/wav, 9 bytes.' },
        { type: 'unsent', what: 'image/png, 4000000 bytes.' },
        { type: 'text', text: 'one\ntwo' },
        unknown,
        unknown,
      ],
    });
    for (const none of [undefined, null, 'x', {}]) expect(externalReplyOf(none)).toEqual({ type: 'done', parts: [] });
  });

  it.each([
    [300, 1_000, 20],
    [300, 3_000_000, 5],
    [20, 1_000, 20],
  ])('of %i images of %i bytes has %i, and says how many are left out', (count, bytes, kept) => {
    const content = Array.from({ length: count }, () => ({ data: image(bytes), mimeType: 'image/png' }));
    const reply = externalReplyOf({ content });
    const parts = reply.type === 'done' ? reply.parts : [];
    expect(parts.filter(({ type }) => type === 'image')).toHaveLength(kept);
    const said = parts.flatMap((part) => (part.type === 'unsent' ? part.what : []));
    expect(said).toEqual(count === kept ? [] : [expect.stringMatching(new RegExp(`^${count - kept} more images\\. `))]);
  });

  it('has all texts of a prompt, however wide or deep, and says where one is not read to its end', () => {
    const leaf = { type: 2, text: 'ab' };
    const wide = { node: { type: 1, children: new Array(300_000).fill(leaf) } };
    let deep: object = leaf;
    for (let n = 0; n < 100_000; n++) deep = { type: 1, children: [deep, leaf] };
    const lengths = [wide, { node: deep }].map((value) => {
      const reply = externalReplyOf({ content: [{ value }] });
      return reply.type === 'done' && reply.parts.map((part) => (part.type === 'text' ? part.text.length : part.type));
    });
    expect(lengths).toEqual([[600_000], [200_002]]);
    const endless: { text: string; children: object[] } = { text: 'x', children: [] };
    endless.children.push(endless);
    expect(externalReplyOf({ content: [{ value: { node: endless } }] })).toMatchObject({
      parts: [{ type: 'text' }, { type: 'unsent', what: 'the rest of a very large prompt.' }],
    });
  });
});
