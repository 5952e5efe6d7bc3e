/** Prompts and skills of a workspace: which files are found, under which names, and what becomes of their text. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTypedPrompt, SLASH_COMMANDS } from '../../../src/core/protocol/slash-command.ts';
import { expandPrompt, hasPlaceholders, inputsOf } from '../../../src/core/workspace/prompts/expand-prompt.ts';
import { findPrompts, MOST_PROMPT_TEXT } from '../../../src/core/workspace/prompts/find-prompts.ts';
import { commandName, readPrompt } from '../../../src/core/workspace/prompts/prompt-file.ts';
import { NodeFiles } from '../../../src/extension/workspace/node/node-files.ts';
import { newFolder } from '../../new-folder.ts';
import { runs } from '../../property/runs.ts';

const TAKEN = SLASH_COMMANDS.map(({ typed }) => typed.slice(1));

function workspace(names: readonly string[] = ['app']) {
  const parent = newFolder('prompts');
  const folders = names.map((name) => ({ name, path: path.join(parent, name) }));
  for (const folder of folders) mkdirSync(folder.path);
  const files = new NodeFiles(() => folders);
  const full = (file: string) => path.join(names.length > 1 ? parent : (folders[0]?.path ?? ''), file);
  const put = (file: string, text: string | Uint8Array) => {
    mkdirSync(path.dirname(full(file)), { recursive: true });
    writeFileSync(full(file), text);
  };
  const found = async () => findPrompts(files, TAKEN);
  const namesOf = async () => (await found()).map(({ name, path: file }) => `${name} ${file}`);
  return { parent, full, put, found, namesOf };
}

describe('which are found', () => {
  it('those of Copilot, Claude Code and the skill folders, by the name of the file or of its front matter', async () => {
    const { put, found } = workspace();
    put(
      '.github/prompts/review.prompt.md',
      `---\ndescription: Reviews\nargument-hint: <file>\n---\nReview \${input:file}.`,
    );
    put('.github/prompts/notes.md', 'no prompt');
    put('.claude/commands/frontend/Fix Issue.md', '# Fix an issue\nFix $ARGUMENTS.');
    put(
      '.claude/skills/pdf/SKILL.md',
      '---\nname: pdf-forms\ndescription: Use when: forms\n---\nRead scripts/fill.py.',
    );
    put('.agents/skills/quiet/SKILL.md', '---\nuser-invocable: false\n---\nFor models.');
    expect(await found()).toEqual([
      {
        name: 'review',
        path: '.github/prompts/review.prompt.md',
        description: 'Reviews',
        hint: '<file>',
        content: { type: 'text', text: `Review \${input:file}.` },
      },
      {
        name: 'fix-issue',
        path: '.claude/commands/frontend/Fix Issue.md',
        description: 'Fix an issue',
        hint: '',
        content: { type: 'text', text: '# Fix an issue\nFix $ARGUMENTS.' },
      },
      {
        name: 'pdf-forms',
        path: '.claude/skills/pdf/SKILL.md',
        description: 'Use when: forms',
        hint: '',
        content: { type: 'text', text: 'Read scripts/fill.py.', folder: '.claude/skills/pdf' },
      },
    ]);
  });

  it('no name twice: neither a command’s nor another prompt’s', async () => {
    const { put, namesOf } = workspace();
    put('.github/prompts/compact.prompt.md', 'a');
    put('.github/prompts/review.prompt.md', 'a');
    put('.claude/commands/review.md', 'b');
    put('.claude/commands/a/review.md', 'c');
    put('.claude/commands/b/!!!.md', 'd');
    expect(await namesOf()).toEqual([
      'prompts:compact .github/prompts/compact.prompt.md',
      'review .github/prompts/review.prompt.md',
      'commands:review .claude/commands/a/review.md',
      'prompt .claude/commands/b/!!!.md',
      'commands:review-2 .claude/commands/review.md',
    ]);
  });

  it('in each folder of the workspace, also where an ignore file names them', async () => {
    const { put, namesOf } = workspace(['app', 'lib']);
    put('app/.claude/commands/one.md', 'a');
    put('lib/.gitignore', '.claude\n');
    put('lib/.claude/commands/two.md', 'b');
    put('lib/.claude/skills/three/SKILL.md', 'c');
    expect(await namesOf()).toEqual([
      'one app/.claude/commands/one.md',
      'two lib/.claude/commands/two.md',
      'three lib/.claude/skills/three/SKILL.md',
    ]);
  });

  it('none by a link, of a file, a folder or the place itself', async () => {
    const { parent, put, full, namesOf } = workspace();
    writeFileSync(path.join(parent, 'key.md'), 'secret');
    mkdirSync(path.join(parent, 'elsewhere/skill'), { recursive: true });
    writeFileSync(path.join(parent, 'elsewhere/skill/SKILL.md'), 'secret');
    writeFileSync(path.join(parent, 'elsewhere/x.prompt.md'), 'secret');
    put('.claude/commands/real.md', 'a');
    symlinkSync(path.join(parent, 'key.md'), full('.claude/commands/link.md'));
    symlinkSync(path.join(parent, 'elsewhere'), full('.claude/skills'));
    mkdirSync(full('.github'));
    symlinkSync(path.join(parent, 'elsewhere'), full('.github/prompts'));
    expect(await namesOf()).toEqual(['real .claude/commands/real.md']);
  });

  it('says of a file that it can’t read why, and goes on', async () => {
    const { put, found } = workspace();
    put('.claude/commands/big.md', 'x'.repeat(MOST_PROMPT_TEXT + 1));
    put('.claude/commands/blank.md', '---\ndescription: nothing\n---\n\n');
    put('.claude/commands/bytes.md', new Uint8Array([0, 1, 2, 3, 0, 255]));
    put('.claude/commands/fine.md', 'fine');
    put('.claude/commands/sub/deep/deeper/lost.md', 'too deep');
    expect((await found()).map(({ name, content }) => [name, content])).toEqual([
      [
        'big',
        { type: 'unreadable', problem: { type: 'too-large', size: MOST_PROMPT_TEXT + 1, most: MOST_PROMPT_TEXT } },
      ],
      ['blank', { type: 'unreadable', problem: { type: 'empty' } }],
      ['bytes', { type: 'unreadable', problem: { type: 'not-text' } }],
      ['fine', { type: 'text', text: 'fine' }],
    ]);
  });

  it('in two hundred folders at most', async () => {
    const { full, found } = workspace();
    for (let i = 0; i < 100; i++) mkdirSync(full(`.claude/commands/d${i}/a/b`), { recursive: true });
    let listed = 0;
    const list = NodeFiles.prototype.list;
    NodeFiles.prototype.list = function (folder) {
      listed++;
      return list.call(this, folder);
    };
    try {
      expect(await found()).toEqual([]);
    } finally {
      NodeFiles.prototype.list = list;
    }
    expect(listed).toBeLessThanOrEqual(200);
  });

  it('at most two hundred', async () => {
    const { put, found } = workspace();
    for (let i = 0; i < 230; i++) put(`.claude/commands/c${i}.md`, `text ${i}`);
    expect(await found()).toHaveLength(200);
  });
});

describe('the front matter', () => {
  it.each([
    ['---\nargument-hint: [issue] [priority]\ndescription: "Fixes: one"\n---\nDo.', '[issue] [priority]', 'Fixes: one'],
    ['---\r\ndescription: >\r\n  two\r\n  lines\r\n---\r\nDo.', '', 'two lines'],
    ["---\ndescription: 'it''s'\nmodel: opus\nallowed-tools: Bash(rm:*)\n---\nDo.", '', "it's"],
    ['---\ndescription: *nowhere\n---\nDo.', '', '*nowhere'],
    ['\ufeff---\ndescription: marked\n---\nDo.', '', 'marked'],
    ['---\n\n---\nDo.', '', 'Do.'],
  ])('%j', (source, hint, description) => {
    expect(readPrompt(source, 'file')).toEqual({ name: 'file', hint, description, text: 'Do.', isForPeople: true });
  });

  it('that has no end is text', () => {
    expect(readPrompt('---\nname: x\nDo.', 'file').text).toBe('---\nname: x\nDo.');
  });

  it('of any text gives a name, and never throws', () => {
    const yaml = fc.string({ unit: fc.constantFrom(...'[]{}&*!|>-:#"\'\n a'), maxLength: 200 });
    fc.assert(
      fc.property(yaml, fc.string({ unit: 'binary' }), (head, name) => {
        const read = readPrompt(`---\nname: ${head}\n---\nbody`, name);
        if (read.name !== '') expect(parseTypedPrompt(`/${read.name}`)).toEqual({ name: read.name, rest: '' });
        expect(commandName(commandName(name))).toBe(commandName(name));
      }),
      runs(200),
    );
  });
});

it.each([' ? ', '[', '{a: ', '- '])('front matter of %j takes no time', (part) => {
  const field = part.repeat(1_900 / part.length);
  const source = `---\ndescription: ${field}\nname: ${field}\nargument-hint: "${field}\n---\nx`;
  expect(readPrompt(source, 'deep').text).toBe('x');
});

it('a name is as it is typed, also where a sign stood between a letter and its accent', async () => {
  for (const name of ['e!\u0301clair', "cafe'\u0301", 'e\u200d\u0301clair'])
    expect(parseTypedPrompt(`/${commandName(name)}`)?.name).toBe(commandName(name));
});

describe('the text that is inserted', () => {
  const expand = (text: string, typed: string) => expandPrompt({ text }, typed)?.text;

  it.each([
    ['Fix $ARGUMENTS now.', '12 high', 'Fix 12 high now.'],
    ['Fix #$1 by $2.', '12 "two words" rest', 'Fix #12 by two words.\n\nrest'],
    ['Fix issue $1.', '12 and "please hurry"', 'Fix issue 12.\n\nand "please hurry"'],
    ['Fix `$1`.', '', 'Fix `$1`.'],
    ['First $0, then $1.', 'a b', 'First a, then b.'],
    ['$ARGUMENTS[1] and $0', 'a b', 'b and a'],
    ['It costs $100.', 'x', 'It costs $100.\n\nx'],
    [`Make \${input:name:MyForm} in \${input:dir}.`, 'name=Login', `Make Login in \${input:dir}.`],
    [`Make \${input:name}.`, 'name="Log in" dir=x', 'Make Log in.\n\ndir=x'],
    ['Review.', "the user's part", "Review.\n\nthe user's part"],
    ['Review $ARGUMENTS.', '', 'Review $ARGUMENTS.'],
    ['Do $1.', '$& $1 $$', 'Do $&.\n\n$1 $$'],
    ['Run !`git log` on @file.', '', 'Run !`git log` on @file.'],
    [`\${constructor} \${__proto__}`, '', `\${constructor} \${__proto__}`],
  ])('%j with %j', (text, typed, expanded) => {
    expect(expand(text, typed)).toBe(expanded);
  });

  it('holds what an editor shows, and says where the files of a skill are', () => {
    const variables = { file: 'src/a.ts', selection: 'a $1 b' };
    expect(
      expandPrompt({ text: `\${file}: \${selection} \${other}`, folder: '.claude/skills/x' }, '', variables),
    ).toEqual({
      text: `The files that this skill names are in .claude/skills/x.\n\nsrc/a.ts: a $1 b \${other}`,
      placeholders: [],
    });
  });

  it('has its placeholders where the prompt itself leaves them to the person', () => {
    const left = ['$ARGUMENTS', '$1', '$0', '$ARGUMENTS[2]', `\${input:name}`, `\${input:name:MyForm}`];
    const piece = fc.oneof(fc.constantFrom(...left), fc.constantFrom('a ', `\${selection}`, `\${other}`, '$100', '\n'));
    const selection = left.join(' ');
    fc.assert(
      fc.property(
        fc.array(piece),
        fc.constantFrom('', 'dir=x $1 $ARGUMENTS'),
        fc.boolean(),
        (pieces, typed, isSkill) => {
          const prompt = { text: pieces.join(' '), ...(isSkill && { folder: '$1' }) };
          const { text = '', placeholders = [] } = expandPrompt(prompt, typed, { selection }) ?? {};
          const isLeft = (one: string) => left.includes(one) && (typed === '' || one.includes('input'));
          expect(placeholders.map(({ start, end }) => text.slice(start, end))).toEqual(pieces.filter(isLeft));
          const own = placeholders
            .toReversed()
            .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
          if (typed === '' && !isSkill)
            expect(own.replaceAll(selection, '').replaceAll('$100', '')).not.toMatch(/\$[A\d]|input/);
        },
      ),
      runs(200),
    );
  });

  it.each([
    ['$ARGUMENTS '.repeat(30_000), 'x '.repeat(100_000)],
    [`\${input:q} `.repeat(30_000), 'q=a '.repeat(100_000)],
    [`\${input:r} `.repeat(30_000), 'q=a '.repeat(100_000)],
    ['$1 '.repeat(100_000), '"x '.repeat(100_000)],
  ])('is made of tens of thousands of placeholders and words', (text, typed) => {
    expect(expandPrompt({ text }, typed)?.text).not.toBe(text);
  });

  it('is no longer than a draft may be', () => {
    expect(expand('$ARGUMENTS'.repeat(9_999), 'x'.repeat(60_000))).toBeUndefined();
    expect(expand('$1 '.repeat(100), 'x'.repeat(4_000))?.length).toBe(100 * 4_001);
  });

  it('has placeholders for arguments where it names them', () => {
    expect(inputsOf(`\${input:a} \${input:b:c} \${input:a}`)).toEqual(['a', 'b']);
    expect(['$ARGUMENTS', '$1', `\${input:x}`].every(hasPlaceholders)).toBe(true);
    expect(['$ARGUMENTS2', '$100', `\${file}`, 'text'].some(hasPlaceholders)).toBe(false);
  });
});

it('a draft names a prompt only by a slash and one word at its beginning', () => {
  expect(parseTypedPrompt(' /Review src/a.ts now')).toEqual({ name: 'review', rest: 'src/a.ts now' });
  expect(parseTypedPrompt('/überprüfen')).toEqual({ name: 'überprüfen', rest: '' });
  for (const text of ['/usr/bin', 'see /x', '/', '@x', '//x']) expect(parseTypedPrompt(text)).toBeUndefined();
});
