/** Addresses of providers: which can be used, what is made of them, and which are warned of. */
import { describe, expect, it } from 'vitest';
import { checkBaseUrl } from '../../../src/providers/shared/base-url.ts';

describe('checkBaseUrl', () => {
  it.each([
    ['https://api.example.com/v1', 'https://api.example.com/v1', false],
    ['  https://api.example.com/v1//  ', 'https://api.example.com/v1', false],
    ['https://api.example.com', 'https://api.example.com', false],
    ['https://API.example.com:8443/', 'https://api.example.com:8443', false],
    ['http://localhost:11434/v1/', 'http://localhost:11434/v1', false],
    ['http://my.localhost/v1', 'http://my.localhost/v1', false],
    ['http://127.0.0.1:1234', 'http://127.0.0.1:1234', false],
    ['http://127.1:1234', 'http://127.0.0.1:1234', false],
    ['http://[::1]:1234', 'http://[::1]:1234', false],
    ['http://192.168.1.20:8000/v1', 'http://192.168.1.20:8000/v1', true],
    ['http://localhost.example.com', 'http://localhost.example.com', true],
    ['http://127.0.0.1.example.com', 'http://127.0.0.1.example.com', true],
    ['http://notlocalhost', 'http://notlocalhost', true],
  ])('%s can be used', (text, url, isPlain) => {
    expect(checkBaseUrl(text)).toEqual({ ok: true, value: { url, isPlain } });
  });

  it.each([
    ['', { type: 'no-url' }],
    ['api.example.com/v1', { type: 'no-url' }],
    ['https://', { type: 'no-url' }],
    ['localhost:11434', { type: 'wrong-scheme', scheme: 'localhost:' }],
    ['ftp://example.com', { type: 'wrong-scheme', scheme: 'ftp:' }],
    ['file:///etc/hosts', { type: 'wrong-scheme', scheme: 'file:' }],
    ['https://me:secret@example.com', { type: 'credentials' }],
    ['https://secret@example.com', { type: 'credentials' }],
    ['https://example.com/v1?key=secret', { type: 'query' }],
    ['https://example.com/v1#part', { type: 'query' }],
  ])('%s is refused', (text, error) => {
    expect(checkBaseUrl(text)).toEqual({ ok: false, error });
    expect(JSON.stringify(checkBaseUrl(text))).not.toContain('secret');
  });
});
