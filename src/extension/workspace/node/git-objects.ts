/** Reads the type of a git object by the files of the object store, without running git; https://git-scm.com/docs/pack-format. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { constants, inflateSync } from 'node:zlib';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

const PACKED: readonly (ObjectType | 'ofs' | 'ref' | undefined)[] = [
  undefined,
  'commit',
  'tree',
  'blob',
  'tag',
  undefined,
  'ofs',
  'ref',
];
const OFS_HEADER = 32;
/** Packs that are looked at. */
const MOST_PACKS = 500;
/** Objects with one abbreviation, and differences between an object and the one that it is stored by. */
const MOST_CANDIDATES = 8;
const MOST_DELTAS = 5000;

/**
 * The types of all objects whose id begins so; undefined where that is not clear.
 * @param objects the folder `objects` @param id lower-case hex digits, at least four
 */
export function objectTypes(objects: string, id: string): ReadonlySet<ObjectType> | undefined {
  try {
    const types = new Set<ObjectType | undefined>(looseTypes(objects, id));
    const packs = namesIn(path.join(objects, 'pack')).filter((name) => name.endsWith('.idx'));
    if (packs.length > MOST_PACKS) return undefined;
    for (const name of packs)
      for (const type of packedTypes(path.join(objects, 'pack', name.slice(0, -4)), id)) types.add(type);
    return types.has(undefined) ? undefined : (types as ReadonlySet<ObjectType>);
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function looseTypes(objects: string, id: string): readonly (ObjectType | undefined)[] {
  const folder = path.join(objects, id.slice(0, 2));
  const files = namesIn(folder).filter((name) => name.startsWith(id.slice(2)));
  if (files.length > MOST_CANDIDATES) return [undefined];
  return files.map((name) => withFile(path.join(folder, name), (read) => looseType(read(0, 64))));
}

function looseType(bytes: Buffer): ObjectType | undefined {
  const head = inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  return /^(commit|tree|blob|tag) /.exec(head)?.[1] as ObjectType | undefined;
}

type Read = (from: number, length: number) => Buffer;

function withFile<T>(file: string, use: (read: Read) => T): T {
  const handle = openSync(file, 'r');
  try {
    return use((from, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(handle, bytes, 0, length, from));
    });
  } finally {
    closeSync(handle);
  }
}

/** The parts of an index of a pack, version 2. */
interface PackIndex {
  readonly read: Read;
  readonly count: number;
  /** Bytes of an id. */
  readonly idLength: number;
}

const ID_TABLE = 8 + 256 * 4;

function packedTypes(pack: string, id: string): readonly (ObjectType | undefined)[] {
  return withFile(`${pack}.idx`, (read) => {
    const head = read(0, ID_TABLE);
    if (head.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2) return [undefined];
    const byte = Number.parseInt(id.slice(0, 2), 16);
    const [from, to] = [byte === 0 ? 0 : head.readUInt32BE(8 + (byte - 1) * 4), head.readUInt32BE(8 + byte * 4)];
    const idLength = id.length > 40 ? 32 : 20;
    const index = { read, count: head.readUInt32BE(ID_TABLE - 4), idLength };
    const found = entriesWith(index, id, from, to);
    if (!found) return [undefined];
    if (found.length === 0) return [];
    return withFile(`${pack}.pack`, (readPack) => found.map((at) => typeAt(index, readPack, offsetOf(index, at))));
  });
}

/** The indexes of the ids between two indexes that begin so; undefined for too many. */
function entriesWith({ read, idLength }: PackIndex, id: string, from: number, to: number): number[] | undefined {
  const idAt = (at: number) => read(ID_TABLE + at * idLength, idLength).toString('hex');
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (idAt(middle) < id) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (let at = low; at < to && idAt(at).startsWith(id); at++) {
    if (found.push(at) > MOST_CANDIDATES) return undefined;
  }
  return found;
}

function offsetOf({ read, count, idLength }: PackIndex, at: number): number {
  const offsets = ID_TABLE + count * (idLength + 4);
  const offset = read(offsets + at * 4, 4).readUInt32BE(0);
  if (offset < 0x80000000) return offset;
  return Number(read(offsets + count * 4 + (offset - 0x80000000) * 8, 8).readBigUInt64BE(0));
}

/** A delta has the type of its base object. */
function typeAt(index: PackIndex, readPack: Read, start: number): ObjectType | undefined {
  let offset = start;
  for (let n = 0; n < MOST_DELTAS; n++) {
    const head = readPack(offset, OFS_HEADER + index.idLength);
    let at = 0;
    const type = PACKED[(head.readUInt8(0) >> 4) & 7];
    while (head.readUInt8(at++) & 0x80);
    if (type === undefined) return undefined;
    if (type === 'ref') {
      const base = head.subarray(at, at + index.idLength).toString('hex');
      const [place, other] = entriesWith(index, base, 0, index.count) ?? [];
      if (place === undefined || other !== undefined) return undefined;
      offset = offsetOf(index, place);
    } else if (type === 'ofs') {
      let byte = head.readUInt8(at++);
      let back = byte & 0x7f;
      while (byte & 0x80) {
        byte = head.readUInt8(at++);
        back = (back + 1) * 128 + (byte & 0x7f);
      }
      offset -= back;
    } else return type;
  }
  return undefined;
}
