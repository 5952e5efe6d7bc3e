/** Detects a file's import format by its content. */

import type { Json } from '../lang/json.ts';
import { parseJson } from '../lang/json-fields.ts';
import { isBlank, readLines } from '../lang/lines.ts';
import { err, ok, type Result } from '../lang/result.ts';
import { FORMAT_TABLE } from './formats.ts';
import { binaryFile, cutDocument, emptyFile, LIMIT, notJson, tooLarge, unknownFormat } from './import-failures.ts';
import type { FormatId, ImportFailure, ImportSource } from './import-types.ts';
import type { DocumentFormat, LineFormat, SurveyedFormat } from './reader/import-format.ts';
import { findJsonFault } from './reader/json-fault.ts';
import { leadingRecords } from './reader/line-records.ts';

export type Detected =
  | { readonly shape: 'lines'; readonly format: FormatOfLines }
  | { readonly shape: 'document'; readonly format: DocumentFormat<FormatId>; readonly document: Json };

type FormatOfLines = LineFormat<FormatId> | SurveyedFormat<FormatId>;

const HEAD = 8192;

/** So many lines decide: bookkeeping or damaged lines may come before the first telling one. */
const TELLING_LINES = 200;

/** UTF-16 units; a longer line tells nothing and isn't held. */
const TELLING_LENGTH = 16 * 1024 * 1024;

const LINE_FORMATS = FORMAT_TABLE.filter((format) => format.shape !== 'document');
const DOCUMENT_FORMATS = FORMAT_TABLE.filter((format) => format.shape === 'document');

/** The file's format, or `wanted`; a document comes with its value. Reads the file once or twice, from the start. */
export async function detect(source: ImportSource, wanted?: FormatId): Promise<Result<Detected, ImportFailure>> {
  const head = await readHead(source);
  if (isBinary(head)) return err(binaryFile(source.name));
  const asked = FORMAT_TABLE.find((format) => format.id === wanted);
  const found = await findLines(source, asked?.shape === 'document' ? undefined : asked);
  if (found.type === 'blank') return err(emptyFile(source.name));
  if (found.type === 'lines' && asked?.shape !== 'document') return ok({ shape: 'lines', format: found.format });
  if (found.type === 'unknown-lines' && asked === undefined) return err(unknownFormat(source.name, found.first));
  const document = found.type === 'document' ? ok(found.document) : await readDocument(source, head);
  if (!document.ok) return document;
  const format = asked ?? DOCUMENT_FORMATS.find((one) => one.matches(document.value));
  if (format?.shape !== 'document') return err(unknownFormat(source.name, document.value));
  return ok({ shape: 'document', format, document: document.value });
}

type Found =
  | { readonly type: 'blank' }
  | { readonly type: 'lines'; readonly format: FormatOfLines }
  /** Several lines, the first of them JSON by itself. */
  | { readonly type: 'unknown-lines'; readonly first: Json }
  /** The only line is JSON. */
  | { readonly type: 'document'; readonly document: Json }
  | { readonly type: 'no-lines' };

async function findLines(source: ImportSource, asked: FormatOfLines | undefined): Promise<Found> {
  let first: Json | undefined;
  let count = 0;
  for await (const line of readLines(source.chunks(), TELLING_LENGTH)) {
    if (line.length <= TELLING_LENGTH && isBlank(line.text)) continue;
    if (asked) return { type: 'lines', format: asked };
    if (++count > TELLING_LINES) break;
    const records = leadingRecords(line.text);
    const format = LINE_FORMATS.find((one) => records.some(one.matches));
    if (format) return { type: 'lines', format };
    if (count === 1) first = records[0];
  }
  if (count === 0) return { type: 'blank' };
  if (first === undefined) return { type: 'no-lines' };
  return count === 1 ? { type: 'document', document: first } : { type: 'unknown-lines', first };
}

async function readDocument(source: ImportSource, head: string): Promise<Result<Json, ImportFailure>> {
  if (source.size > LIMIT) {
    return err(/^\s*[[{]/.test(head) ? tooLarge(source.name, source.size) : notJson(source.name, 1));
  }
  const parts: string[] = [];
  for await (const chunk of source.chunks()) parts.push(chunk);
  const text = withoutMark(parts.join(''));
  const value = parseJson(text);
  if (value.ok) return value;
  const fault = findJsonFault(text);
  return err(fault?.type === 'cut' ? cutDocument(source.name, fault.line) : notJson(source.name, fault?.line ?? 1));
}

async function readHead(source: ImportSource): Promise<string> {
  let head = '';
  for await (const chunk of source.chunks()) {
    head += chunk.slice(0, HEAD - head.length);
    if (head.length >= HEAD) break;
  }
  return withoutMark(head);
}

/** JSON holds no NUL, and hardly any character that could not be decoded. */
function isBinary(head: string): boolean {
  const undecoded = head.split('\uFFFD').length - 1;
  return head.includes('\0') || undecoded > Math.max(2, head.length / 20);
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
