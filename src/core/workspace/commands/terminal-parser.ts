/** Reads what a program writes to a terminal: text, control characters and control sequences, in chunks cut anywhere. */
import { endsWithHalfPair } from '../../lang/clip.ts';

export interface TerminalReader {
  /** Text without control characters but `\t` and `\n`; a surrogate pair is never parted. */
  text(run: string): void;
  /** A C0 or C1 control character, by its code. */
  control(code: number): void;
  /** A whole CSI sequence, by its final character: `K` of `ESC [ 2 K`, whose parameters are `2`. */
  sequence(final: string, parameters: string): void;
}

/**
 * `ground`: text · `escape`: after ESC · `intermediate`: ESC and one of ` !"#$%&'()*+,-./` · `csi`: after `ESC [` · `string`: in an
 * OSC, DCS, SOS, PM or APC sequence · `escape-in-string`: after ESC in one, which ends it.
 */
type State = 'ground' | 'escape' | 'intermediate' | 'csi' | 'string' | 'escape-in-string';

const CONTROL = /[^\P{Cc}\t\n]/gu;
/** Characters of a sequence's parameters that are kept. */
const PARAMETERS = 32;

const BEL = 0x07;
const LF = 0x0a;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const CSI = 0x9b;
const ST = 0x9c;
/** What ends a control string, or breaks one off that never ends. */
const ENDS_STRING: ReadonlySet<number> = new Set([BEL, LF, CAN, SUB, ESC, ST]);
/** DCS, SOS, OSC, PM and APC as C1 characters; as ESC sequences each is 0x40 less. */
const STRINGS: ReadonlySet<number> = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f]);

/**
 * The sequences of ECMA-48 as xterm reads them, with one difference: a line end breaks off a control string, since a string that
 * never ends would hide all output that follows. An incomplete sequence at the end of the text is dropped. Linear.
 */
export class TerminalParser {
  readonly #reader: TerminalReader;
  #state: State = 'ground';
  #parameters = '';
  /** The first half of a surrogate pair. */
  #held = '';

  constructor(reader: TerminalReader) {
    this.#reader = reader;
  }

  write(chunk: string): void {
    let text = this.#held + chunk;
    this.#held = '';
    if (endsWithHalfPair(text)) {
      this.#held = text.slice(-1);
      text = text.slice(0, -1);
    }
    let at = 0;
    while (at < text.length) at = this.#step(text, at);
  }

  /** Gives what is held. */
  end(): void {
    if (this.#held !== '' && this.#state === 'ground') this.#reader.text(this.#held);
    this.#held = '';
  }

  /** Reads from `at`, and returns where to read on. */
  #step(text: string, at: number): number {
    switch (this.#state) {
      case 'ground':
        return this.#ground(text, at);
      case 'string':
        return this.#string(text, at);
      case 'escape':
        return this.#escape(text.charCodeAt(at), at);
      case 'escape-in-string':
        this.#state = text.charAt(at) === '\\' ? 'ground' : 'escape';
        return this.#state === 'ground' ? at + 1 : at;
      case 'intermediate':
        return this.#intermediate(text.charCodeAt(at), at);
      case 'csi':
        return this.#csi(text.charCodeAt(at), at);
    }
  }

  #ground(text: string, at: number): number {
    CONTROL.lastIndex = at;
    const control = CONTROL.exec(text)?.index ?? text.length;
    if (control > at) this.#reader.text(at === 0 && control === text.length ? text : text.slice(at, control));
    if (control < text.length) this.#control(text.charCodeAt(control));
    return control + 1;
  }

  #control(code: number): void {
    if (code === ESC) this.#state = 'escape';
    else if (code === CSI) this.#beginCsi();
    else if (STRINGS.has(code)) this.#state = 'string';
    else this.#reader.control(code);
  }

  #beginCsi(): void {
    this.#state = 'csi';
    this.#parameters = '';
  }

  #string(text: string, at: number): number {
    let end = at;
    while (end < text.length && !ENDS_STRING.has(text.charCodeAt(end))) end++;
    if (end === text.length) return end;
    const code = text.charCodeAt(end);
    this.#state = code === ESC ? 'escape-in-string' : 'ground';
    return code === LF ? end : end + 1;
  }

  #escape(code: number, at: number): number {
    if (code === CSI - 0x40) this.#beginCsi();
    else if (STRINGS.has(code + 0x40)) this.#state = 'string';
    else if (code >= 0x20 && code < 0x30) this.#state = 'intermediate';
    else if (code >= 0x30 && code < 0x7f) this.#state = 'ground';
    else return this.#breakOff(code, at);
    return at + 1;
  }

  #intermediate(code: number, at: number): number {
    if (code >= 0x30 && code < 0x7f) this.#state = 'ground';
    else if (code < 0x20 || code > 0x2f) return this.#breakOff(code, at);
    return at + 1;
  }

  #csi(code: number, at: number): number {
    if (code >= 0x40 && code < 0x7f) {
      this.#state = 'ground';
      this.#reader.sequence(String.fromCharCode(code), this.#parameters);
    } else if (code >= 0x20 && code < 0x40) {
      if (this.#parameters.length < PARAMETERS) this.#parameters += String.fromCharCode(code);
    } else return this.#breakOff(code, at);
    return at + 1;
  }

  /** A character that a sequence can't hold: it is read as if the sequence had not begun. CAN and SUB only end it. */
  #breakOff(code: number, at: number): number {
    this.#state = 'ground';
    return code === CAN || code === SUB ? at + 1 : at;
  }
}
