/** Decodes and encodes files as VS Code does: by the encoding of an open editor, the settings, or a guess. */
import * as vscode from 'vscode';
import { decodePlain, PLAIN_CODEC, type TextCodec } from '../node/text-codec.ts';
import { openDocument } from './open-document.ts';

const BY_EDITOR = 'as the editor reads it';

/** Valid UTF-8 and what has a byte order mark need no setting. VS Code's decoder does not say which encoding it took. */
export const VSCODE_CODEC: TextCodec = {
  decode: async (bytes, file) => {
    const plain = decodePlain(bytes);
    if (!plain || plain.encoding.startsWith('utf')) return plain;
    const encoding = encodingOf(file);
    try {
      const text =
        encoding === undefined
          ? await vscode.workspace.decode(bytes, { uri: vscode.Uri.file(file) })
          : await vscode.workspace.decode(bytes, { encoding });
      return { text, encoding: encoding ?? BY_EDITOR, hasMark: false };
    } catch {
      // VS Code throws for what it takes for binary.
      return undefined;
    }
  },
  encode: async (decoded, file, before) => {
    if (decoded.encoding.startsWith('utf')) return PLAIN_CODEC.encode(decoded, file, before);
    const encoding = encodingOf(file);
    return encoding === undefined
      ? vscode.workspace.encode(decoded.text, { uri: vscode.Uri.file(file) })
      : vscode.workspace.encode(decoded.text, { encoding });
  },
};

/** The encoding of an open editor; undefined where it is UTF, since these bytes are not UTF. */
function encodingOf(file: string): string | undefined {
  const encoding = openDocument(file)?.encoding;
  return encoding?.startsWith('utf') ? undefined : encoding;
}
