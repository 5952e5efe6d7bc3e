/** Reads base64 data URLs. */

export interface Base64Data {
  readonly mediaType: string;
  readonly data: string;
}

/** The content of a base64 data URL; undefined for any other address, and where there is none. */
export function parseDataUrl(url: string): Base64Data | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  const [mediaType, ...parameters] = url.slice('data:'.length, comma).split(';');
  const data = url.slice(comma + 1);
  if (comma < 0 || !mediaType || !parameters.includes('base64') || data === '') return undefined;
  return { mediaType, data };
}
