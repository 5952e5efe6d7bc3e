/** The HTTP transport sends each part with its range, its checksum and its bytes. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { crc32, formatCrc } from '../src/checksum.js';
import { createPart } from '../src/part.js';
import { httpTransport } from '../src/transport/http.js';

describe('httpTransport', () => {
  const content = Buffer.from('abcdefghijklmnopqrstuvwxyz');
  let folder;
  let path;
  let server;
  let url;
  let requests;
  let answer;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferry-'));
    path = join(folder, 'letters.bin');
    await writeFile(path, content);
    server = createServer((request, response) => {
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        requests.push({
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: Buffer.concat(chunks),
        });
        response.writeHead(answer.status, answer.headers);
        response.end(answer.body);
      });
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${server.address().port}/inbox/letters`;
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    requests = [];
    answer = { status: 201, headers: {}, body: '' };
  });

  async function send(part, options = {}) {
    const transport = httpTransport({ path, size: content.length, url, ...options });
    try {
      return await transport.send(part);
    } finally {
      await transport.close();
    }
  }

  it('puts the bytes of the part under its index', async () => {
    await send(createPart({ index: 2, offset: 20, size: 6 }));
    assert.equal(requests[0].method, 'PUT');
    assert.equal(requests[0].url, '/inbox/letters/2');
    assert.equal(requests[0].body.toString(), 'uvwxyz');
  });

  it('says which bytes they are and what their checksum is', async () => {
    await send(createPart({ index: 1, offset: 10, size: 10 }));
    assert.equal(requests[0].headers['content-range'], 'bytes 10-19/26');
    assert.equal(requests[0].headers['x-part-crc32'], formatCrc(crc32(content.subarray(10, 20))));
  });

  it('sends the token, when there is one', async () => {
    await send(createPart({ index: 0, offset: 0, size: 1 }));
    await send(createPart({ index: 0, offset: 0, size: 1 }), { token: 'not-a-real-one' });
    assert.deepEqual(
      requests.map((request) => request.headers.authorization),
      [undefined, 'Bearer not-a-real-one'],
    );
  });

  it('gives back status, headers and body of the answer', async () => {
    answer = { status: 503, headers: { 'retry-after': '7' }, body: 'shard 3 is read-only' };
    const got = await send(createPart({ index: 0, offset: 0, size: 5 }));
    assert.equal(got.status, 503);
    assert.equal(got.headers['retry-after'], '7');
    assert.equal(got.body, 'shard 3 is read-only');
  });

  it('says when the file became shorter', async () => {
    await assert.rejects(
      send(createPart({ index: 9, offset: 24, size: 10 })),
      /became shorter while it was uploaded: part 9/,
    );
  });
});
