/** Finds the prompt files and skills of a workspace, which a person can insert as slash commands. */
import { mapLimited } from '../../lang/map-limited.ts';
import type { FileProblem, Files } from '../ports.ts';
import { commandName, readPrompt } from './prompt-file.ts';

export interface FoundPrompt {
  /** As it is typed after the slash; no other prompt of the workspace and no command has it. */
  readonly name: string;
  /** From the workspace folder. */
  readonly path: string;
  readonly description: string;
  readonly hint: string;
  readonly content: /** `folder` is that of a skill, whose text may name files in it. */
    | { readonly type: 'text'; readonly text: string; readonly folder?: string }
    | { readonly type: 'unreadable'; readonly problem: PromptProblem };
}

export type PromptProblem = FileProblem | { readonly type: 'empty' };

interface PromptFolder {
  readonly folder: string;
  /** What the name of a prompt begins with where another has the same name. */
  readonly label: string;
  /** How the names of its files end; undefined: each folder in it holds a SKILL.md. */
  readonly suffix?: string;
}

/** Those of GitHub Copilot, Claude Code and the Agent Skills format. The first of a name keeps it. */
const PROMPT_FOLDERS: readonly PromptFolder[] = [
  { folder: '.github/prompts', label: 'prompts', suffix: '.prompt.md' },
  { folder: '.claude/commands', label: 'commands', suffix: '.md' },
  { folder: '.claude/skills', label: 'skills' },
  { folder: '.github/skills', label: 'skills' },
  { folder: '.agents/skills', label: 'skills' },
];

/** Depth below a prompt folder, folders that are listed and prompts of a workspace, and UTF-16 units of one. */
const DEPTH = 3;
const MOST_FOLDERS = 200;
const MOST_PROMPTS = 200;
export const MOST_PROMPT_TEXT = 100_000;
const READS_AT_ONCE = 8;

/** `taken`: the names of the panel's own commands. Links are not followed: one could bring in any file of the disk. Never rejects. */
export async function findPrompts(files: Files, taken: readonly string[]): Promise<readonly FoundPrompt[]> {
  const folders = files.folders();
  const roots = folders.length > 1 ? folders.map((folder) => `${folder}/`) : [''];
  const candidates: Candidate[] = [];
  const budget = { folders: MOST_FOLDERS };
  for (const root of roots)
    for (const promptFolder of PROMPT_FOLDERS) {
      const found = await candidatesIn(files, { ...promptFolder, folder: `${root}${promptFolder.folder}` }, budget);
      candidates.push(...found.slice(0, MOST_PROMPTS - candidates.length));
    }
  const read = await mapLimited(candidates, READS_AT_ONCE, (one) => readCandidate(files, one));
  return named(
    read.flatMap((one) => one ?? []),
    taken,
  );
}

interface Candidate {
  readonly path: string;
  /** The name where the file itself has none. */
  readonly fallback: string;
  readonly label: string;
  /** Of a skill. */
  readonly folder?: string;
}

/** `budget` is what the workspace has left. */
async function candidatesIn(
  files: Files,
  promptFolder: PromptFolder,
  budget: { folders: number },
  depth = DEPTH,
): Promise<readonly Candidate[]> {
  const { folder, label, suffix } = promptFolder;
  if (budget.folders-- <= 0) return [];
  const checked = await files.check(folder);
  if (checked.inside !== folder) return [];
  const listed = await files.list(checked);
  if (!listed.ok) return [];
  const { entries, ignored } = listed.value;
  // People often keep their own prompts out of the repository: an ignore file hides them from it, not from them.
  const names = [...entries.filter(({ type }) => type !== 'link').map(({ name }) => name), ...ignored].toSorted();
  if (suffix === undefined)
    return names.map((name) => ({
      path: `${folder}/${name}/SKILL.md`,
      fallback: name,
      label,
      folder: `${folder}/${name}`,
    }));
  const found: Candidate[] = [];
  for (const name of names) {
    if (name.toLowerCase().endsWith(suffix))
      found.push({ path: `${folder}/${name}`, fallback: name.slice(0, -suffix.length), label });
    else if (depth > 1 && !name.includes('.') && found.length < MOST_PROMPTS)
      found.push(...(await candidatesIn(files, { ...promptFolder, folder: `${folder}/${name}` }, budget, depth - 1)));
  }
  return found;
}

type Unnamed = FoundPrompt & { readonly label: string };

async function readCandidate(files: Files, candidate: Candidate): Promise<Unnamed | undefined> {
  const { path, fallback, label, folder } = candidate;
  const unreadable = (problem: PromptProblem): Unnamed => {
    const name = commandName(fallback) || 'prompt';
    return { name, path, label, description: '', hint: '', content: { type: 'unreadable', problem } };
  };
  const checked = await files.check(path);
  if (checked.inside !== path) return undefined;
  const read = await files.read(checked);
  if (!read.ok) return isAbsent(read.error) ? undefined : unreadable(read.error);
  if (read.value.type !== 'text') return unreadable({ type: 'not-text' });
  const source = read.value.text;
  if (source.length > MOST_PROMPT_TEXT)
    return unreadable({ type: 'too-large', size: source.length, most: MOST_PROMPT_TEXT });
  const { name, description, hint, text, isForPeople } = readPrompt(source, fallback);
  if (!isForPeople) return undefined;
  if (text === '') return unreadable({ type: 'empty' });
  const content = { type: 'text', text, ...(folder !== undefined && { folder }) } as const;
  return { name: name || 'prompt', path, label, description, hint, content };
}

function isAbsent({ type }: FileProblem): boolean {
  return type === 'missing' || type === 'no-folder' || type === 'link' || type === 'folder' || type === 'no-file';
}

/** A name that is taken gets the label of its folder in front, and a number if that is taken too. */
function named(prompts: readonly Unnamed[], taken: readonly string[]): readonly FoundPrompt[] {
  const names = new Set(taken);
  return prompts.map(({ label, ...prompt }) => {
    let { name } = prompt;
    if (names.has(name)) name = `${label}:${name}`;
    for (let n = 2; names.has(name); n++) name = `${label}:${prompt.name}-${n}`;
    names.add(name);
    return { ...prompt, name };
  });
}
