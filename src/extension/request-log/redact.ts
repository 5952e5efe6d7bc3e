/** Takes keys out of what is shown, wherever they stand. */

/** Printable and no ASCII: no key can hold it, so what is put in a key's place makes no new one. */
export const HIDDEN = '•••';

/** Shorter ones are no secrets (`ollama`), and would tear holes into words. */
const SHORTEST = 8;

const SECRET_HEADERS = /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key|x-goog-api-key)$/i;
const SECRET_PARAMETERS = /([?&](?:key|api[-_]?key|access_token|token)=)[^&#\s"]*/gi;

/** The forms of keys that vendors issue, and what follows `Bearer`. */
const LIKELY_KEYS =
  /\b(?:sk|pk|rk|gsk|xai|hf|nvapi|csk|pplx|fw|ghp|gho|github_pat|AIza)[-_]?[A-Za-z0-9][\w-]{18,}|\bBearer\s+[\w.~+/=-]{8,}/g;

/** The text without what looks like a key, for a message of which nobody knows whose keys it repeats. */
export function hideLikelyKeys(text: string): string {
  return text
    .replace(SECRET_PARAMETERS, `$1${HIDDEN}`)
    .replace(/(\w:\/\/)[^/?#@\s]{1,300}@/g, `$1${HIDDEN}@`)
    .replace(LIKELY_KEYS, HIDDEN);
}

/** The text without any of the keys, also where they are escaped as in a URL or in JSON. Linear for each key. */
export function redact(text: string, keys: Iterable<string>): string {
  let shown = text;
  for (const key of keys) {
    if (key.length < SHORTEST) continue;
    for (const form of new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]))
      shown = shown.replaceAll(form, HIDDEN);
  }
  return shown;
}

/** The headers by name, without what the ones that carry keys say. */
export function readableHeaders(headers: Headers): Readonly<Record<string, string>> {
  const pairs = [...headers].map(([name, value]) => [name, SECRET_HEADERS.test(name) ? HIDDEN : value]);
  return Object.fromEntries(pairs);
}

/** The address without the values of parameters that carry keys, and without a name and password in it. */
export function readableUrl(url: string): string {
  return url.replace(SECRET_PARAMETERS, `$1${HIDDEN}`).replace(/^(\w+:\/\/)[^/?#@]*@/, `$1${HIDDEN}@`);
}
