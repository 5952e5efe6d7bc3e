/** What is pasted into or dropped on the composer: files and images are attached, and so is a text too long to be read in the field. */
import { MOST_DATA, MOST_DROPPED, MOST_TEXT } from '../../../core/protocol/draft-attachment.ts';
import { act } from '../../state/action.ts';
import { bytes, count } from '../../words/format.ts';
import { mentions as words } from '../../words/mention-strings.ts';

/** A paste of more characters is attached. */
const LONG_PASTE = 20_000;

/** Of base64, which has four characters for three bytes. */
const MOST_BYTES = Math.floor((MOST_DATA * 3) / 4);

export function takePasted(composer: HTMLElement, event: ClipboardEvent): void {
  const data = event.clipboardData;
  if (!data) return;
  const text = data.getData('text/plain');
  // A copied table or paragraph comes as a picture too: its text is what was meant.
  if (text === '' && data.files.length > 0) {
    event.preventDefault();
    attachFiles(composer, [...data.files]);
  } else if (text.length > LONG_PASTE) {
    event.preventDefault();
    if (text.length > MOST_TEXT) refuse(composer, words.tooLong(count(text.length), count(MOST_TEXT)));
    else act(composer, { type: 'attach', wish: { type: 'text', text } });
  }
}

/** The editor's own lists name files by their addresses; files of the system come with their bytes. */
export function takeDropped(composer: HTMLElement, event: DragEvent): void {
  const data = event.dataTransfer;
  if (!data) return;
  const text = data.getData('text/plain');
  const uris = urisIn(data.getData('application/vnd.code.uri-list') || data.getData('text/uri-list'));
  const files = [...data.files];
  // A dragged text goes into the field, as anywhere.
  if (uris.length === 0 && files.length === 0 && text !== '') return;
  event.preventDefault();
  if (uris.length + files.length === 0) refuse(composer, words.noFiles());
  else if (uris.length > MOST_DROPPED) refuse(composer, words.tooMany(MOST_DROPPED));
  else if (uris.length > 0)
    for (const uri of uris) act(composer, { type: 'attach', wish: { type: 'file', uri, ...alone(uris) } });
  else attachFiles(composer, files, alone(files));
}

function alone(dropped: readonly unknown[]): { readonly dropped?: true } {
  return dropped.length === 1 ? { dropped: true } : {};
}

/** A list of URIs has a line for each, and comments (RFC 2483, "The text/uri-list Internet Media Type"). */
function urisIn(list: string): readonly string[] {
  return list.split(/\r?\n/).filter((line) => /^[a-z][a-z0-9+.-]*:/i.test(line));
}

function attachFiles(composer: HTMLElement, files: readonly File[], how = alone([])): void {
  if (files.length > MOST_DROPPED) {
    refuse(composer, words.tooMany(MOST_DROPPED));
    return;
  }
  for (const file of files) {
    if (file.size > MOST_BYTES) refuse(composer, words.tooLarge(file.name, bytes(MOST_BYTES)));
    else void attachFile(composer, file, how);
  }
}

async function attachFile(composer: HTMLElement, file: File, how: ReturnType<typeof alone>): Promise<void> {
  const url = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => resolve('');
    reader.readAsDataURL(file);
  });
  const data = url.slice(url.indexOf(',') + 1);
  if (url === '') refuse(composer, words.unreadable(file.name));
  else act(composer, { type: 'attach', wish: { type: 'data', name: file.name, data, ...how } });
}

function refuse(composer: HTMLElement, why: string): void {
  act(composer, { type: 'refuse', why });
}
