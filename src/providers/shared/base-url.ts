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

/** `hostname` as `URL` gives it, which writes out short forms of IPv4 addresses. */
export function isLoopback(hostname: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?localhost)$/.test(hostname);
}
