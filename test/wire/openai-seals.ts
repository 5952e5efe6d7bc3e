/** Ids and sealed contents of a fake Responses API, which tell by a hash of their own whether they are as they were given. */
import { createHash } from 'node:crypto';
import type { Json } from '../../src/core/lang/json.ts';

const hashOf = (text: string) => createHash('sha256').update(`of the fake: ${text}`).digest('hex').slice(0, 16);

/** What an id tells: which item it is, and after which reasoning it came. */
export interface Minted {
  readonly n: number;
  readonly after: string | undefined;
}

export function mintId(prefix: 'rs' | 'msg' | 'fc' | 'cmp', n: number, after?: string): string {
  const said = `${prefix}_${n}${after === undefined ? '' : `a${after.split('_')[1]}`}`;
  return `${said}_${hashOf(said)}`;
}

export function readId(id: string): Minted | undefined {
  const [prefix = '', place = '', hash = ''] = id.split('_');
  if (hashOf(`${prefix}_${place}`) !== hash) return undefined;
  const [n, after] = place.split('a');
  return { n: Number(n), after: after === undefined ? undefined : mintId('rs', Number(after)) };
}

export function seal(content: Json): string {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `gAAA${text}.${hashOf(text)}`;
}

export function unseal(sealed: unknown): Json | undefined {
  const [text = '', hash] = String(sealed).replace(/^gAAA/, '').split('.');
  return hashOf(text) === hash ? JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) : undefined;
}

export function digest(value: Json): string {
  return hashOf(JSON.stringify(value));
}
