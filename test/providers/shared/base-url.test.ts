/** Addresses of providers: which can be used, what is made of them, and which are warned of. */
import { describe, expect, it } from 'vitest';
import { checkBaseUrl, withScheme } from '../../../src/providers/shared/base-url.ts';

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

describe('an address that was typed without a scheme', () => {
  it.each([
    ['localhost:41799', 'http://localhost:41799'],
    [' localhost/v1 ', 'http://localhost/v1'],
    ['127.0.0.1:1234/v1', 'http://127.0.0.1:1234/v1'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['192.168.1.20:8000/v1', 'http://192.168.1.20:8000/v1'],
    ['172.16.0.2', 'http://172.16.0.2'],
    ['workstation:8000', 'http://workstation:8000'],
    ['box.local:8000', 'http://box.local:8000'],
    ['172.32.0.2', 'https://172.32.0.2'],
    ['api.example.com/v1', 'https://api.example.com/v1'],
    ['api.example.com:8443', 'https://api.example.com:8443'],
    ['localhost.example.com', 'https://localhost.example.com'],
    ['10.example.com', 'https://10.example.com'],
  ])('%s gets that of its host', (typed, url) => {
    expect(withScheme(typed)).toBe(url);
    expect(checkBaseUrl(url).ok).toBe(true);
  });

  it.each(['', 'ollama', 'http://x', 'ftp://x.example', 'mailto:me', 'me:word@x.example', 'x y.example', 'a.b:99999'])(
    '%j is left as it is',
    (typed) => expect(withScheme(typed)).toBe(typed),
  );
});
