/** Validates the address of a provider from the settings. */
import { err, ok, type Result } from '../../core/lang/result.ts';

export interface BaseUrl {
  /** Without white space around it and slashes at its end, as the SDKs append their paths to it. */
  readonly url: string;
  /** Keys and threads go unencrypted to another machine: allowed, and said. */
  readonly isPlain: boolean;
}

/** Why an address can't be used. */
export type BaseUrlProblem =
  | { readonly type: 'no-url' }
  /** `scheme` as `ftp:`. */
  | { readonly type: 'wrong-scheme'; readonly scheme: string }
  /** A name or password in front of the host: settings are synchronised and shown, keys belong into the secret storage. */
  | { readonly type: 'credentials' }
  /** A query or a fragment, behind which no path can be appended. */
  | { readonly type: 'query' };

export function checkBaseUrl(text: string): Result<BaseUrl, BaseUrlProblem> {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return err({ type: 'no-url' });
  const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(trimmed);
  if (username !== '' || password !== '') return err({ type: 'credentials' });
  if (protocol !== 'https:' && protocol !== 'http:') return err({ type: 'wrong-scheme', scheme: protocol });
  if (search !== '' || hash !== '') return err({ type: 'query' });
  return ok({
    url: `${origin}${pathname.replace(/\/+$/, '')}`,
    isPlain: protocol === 'http:' && !isLoopback(hostname),
  });
}

/** A host with a port, or one that no other word could be: `localhost:1234`, `[::1]:8080/v1`, `api.example.com`. */
const SCHEMELESS = /^(?:localhost|\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)+|[\w-]+(?=:\d))(?::\d{1,5})?(?:\/|$)/i;

/** An address as a person typed it, with the scheme that they left out: https, but http for a host of their own network. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  if (!SCHEMELESS.test(text) || !URL.canParse(`http://${text}`)) return text;
  return `${isNearby(new URL(`http://${text}`).hostname) ? 'http' : 'https'}://${text}`;
}

/** This computer, a private address (RFC 1918), and a name that only the own network knows. */
function isNearby(hostname: string): boolean {
  return (
    isLoopback(hostname) ||
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)[\d.]+$/.test(hostname) ||
    /^[\w-]+$|\.(local|lan|home|internal)$/.test(hostname) ||
    /^\[f[cde]/.test(hostname)
  );
}

/** `hostname` as `URL` gives it, which writes out short forms of IPv4 addresses. */
export function isLoopback(hostname: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?localhost)$/.test(hostname);
}
