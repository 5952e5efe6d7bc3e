/** A workspace in memory, for tests of tools: files by their paths, and an authority that allows what it is told to. */
import { err, ok, type Result } from '../../../src/core/lang/result.ts';
import type { CheckedPath, PermissionRequest, Verdict } from '../../../src/core/permission/request.ts';
import { replay, type Thread } from '../../../src/core/thread/thread.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG } from '../../../src/core/tool-output/config.ts';
import type { Answer, Authority, Question } from '../../../src/core/workspace/authority.ts';
import { gated } from '../../../src/core/workspace/gate.ts';
import type { FileProblem, Files, TextContent } from '../../../src/core/workspace/ports.ts';
import { SeenFiles } from '../../../src/core/workspace/seen-files.ts';
import { type WorkspaceParts, workspaceTools } from '../../../src/core/workspace/workspace-tools.ts';

export interface MemoryFile {
  text: string;
  isDirty?: boolean;
  obstacle?: FileProblem;
}

export class MemoryFiles implements Files {
  readonly contents = new Map<string, MemoryFile>();
  /** What the editor makes of a text when it is saved. */
  format = (text: string): string => text;
  /** Called before each write: what happens between question and write. */
  beforeWrite = (): void => undefined;
  failing: FileProblem | undefined;

  readonly names: readonly string[];

  constructor(files: Readonly<Record<string, string>> = {}, names: readonly string[] = ['ws']) {
    this.names = names;
    for (const [path, text] of Object.entries(files)) this.contents.set(path, { text });
  }

  folders() {
    return this.names;
  }

  async check(given: string): Promise<CheckedPath> {
    const path = given === '.' ? '' : given.replace(/^\.\//, '');
    return given.startsWith('..')
      ? { given, real: undefined, inside: undefined }
      : { given, real: `/ws/${path}`, inside: path };
  }

  async read({ inside = '' }: CheckedPath) {
    return this.#read(inside);
  }

  async write({ inside = '' }: CheckedPath, { expected, text }: { expected: string | undefined; text: string }) {
    this.beforeWrite();
    if (this.failing) return err(this.failing);
    const before = this.#read(inside);
    if ((before.ok ? before.value.version : undefined) !== expected) return err({ type: 'outdated' } as const);
    this.contents.set(inside, { text: this.format(text) });
    return this.#read(inside);
  }

  async move(from: CheckedPath, to: CheckedPath, expected: string): Promise<Result<undefined, FileProblem>> {
    this.beforeWrite();
    const file = this.contents.get(from.inside ?? '');
    if (!file || versionOf(file) !== expected) return err({ type: 'outdated' });
    this.contents.delete(from.inside ?? '');
    this.contents.set(to.inside ?? '', file);
    return ok(undefined);
  }

  async remove({ inside = '' }: CheckedPath, expected: string): Promise<Result<'trash', FileProblem>> {
    this.beforeWrite();
    const file = this.contents.get(inside);
    if (!file || versionOf(file) !== expected) return err({ type: 'outdated' });
    this.contents.delete(inside);
    return ok('trash');
  }

  async list({ inside = '' }: CheckedPath) {
    const names = [...this.contents.keys()].filter((path) => inside === '' || path.startsWith(`${inside}/`));
    return ok({ entries: names.map((name) => ({ name, type: 'file' as const })), ignored: ['node_modules'] });
  }

  async find({ inside = '' }: CheckedPath, _: string, limit: number) {
    const paths = [...this.contents.keys()].filter((path) => path.startsWith(inside));
    return ok({ paths: paths.slice(0, limit), isCut: paths.length > limit });
  }

  #read(path: string): Result<TextContent, FileProblem> {
    const file = this.contents.get(path);
    if (!file) return err({ type: 'missing' });
    const { text, isDirty = false, obstacle } = file;
    return ok({
      type: 'text',
      version: versionOf(file),
      text,
      encoding: 'utf8',
      isDirty,
      ...(obstacle && { obstacle }),
    });
  }
}

function versionOf({ text, isDirty = false }: MemoryFile): string {
  return `${isDirty}:${text}`;
}

export interface Session {
  readonly files: MemoryFiles;
  readonly questions: Question[];
  readonly decided: PermissionRequest[];
  thread: Thread;
  decide: (request: PermissionRequest) => Verdict;
  answer: (question: Question) => Answer;
  call(name: string, input: unknown): Promise<{ readonly text: string; readonly isError: boolean }>;
}

/** A session in which reads are allowed, and writes asked and allowed, unless it is told otherwise. */
export function session(files: MemoryFiles, parts: Partial<WorkspaceParts> = {}): Session {
  const tools = workspaceTools({ files, seen: new SeenFiles(), limits: DEFAULT_TOOL_OUTPUT_CONFIG, ...parts });
  const made: Session = {
    files,
    questions: [],
    decided: [],
    thread: replay([]),
    decide: (request) =>
      request.type === 'read' ? { type: 'allow' } : { type: 'ask', reasons: [{ type: 'edit' }], offers: [] },
    answer: () => ({ type: 'allowed', approval: {} }),
    call: async (name, input) => {
      const tool = tools.find((one) => one.name === name);
      if (!tool) throw new Error(`no ${name}`);
      const outcome = await gated(tool, authority).run(input, {
        thread: made.thread,
        call: 'c1',
        signal: { aborted: false },
      });
      const text = outcome.content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('\n');
      return { text, isError: outcome.isError ?? false };
    },
  };
  const authority: Authority = {
    decide: (request) => {
      made.decided.push(request);
      return made.decide(request);
    },
    ask: async (question) => {
      made.questions.push(question);
      return made.answer(question);
    },
  };
  return made;
}
