/** Rules as they come from a file, and those that may not exist. */
import { describe, expect, it } from 'vitest';
import { parseRules } from '../../../src/core/permission/decode-rules.ts';
import { ignoredRules } from '../../../src/core/permission/rules.ts';
import { line, words } from './world.ts';

describe('rules are read from JSON', () => {
  it('as they are exported', () => {
    const rules = [words('git', 'status'), line('npm test'), line('make', 'lib')];
    expect(parseRules(JSON.stringify(rules))).toEqual({ rules, problems: [] });
  });

  it.each([
    ['', '', 'not-json'],
    ['{', '', 'not-json'],
    ['{}', '', 'not-a-list'],
    ['null', '', 'not-a-list'],
    ['["git status"]', '[0]', 'not-an-object'],
    ['[[]]', '[0]', 'not-an-object'],
    ['[{}]', '[0].tool', 'unknown-tool'],
    ['[{"tool":"edit_file","words":["a"]}]', '[0].tool', 'unknown-tool'],
    ['[{"tool":"run_command"}]', '[0]', 'words-or-line'],
    ['[{"tool":"run_command","words":["a"],"line":"a"}]', '[0]', 'words-or-line'],
    ['[{"tool":"run_command","words":"git status"}]', '[0].words', 'not-words'],
    ['[{"tool":"run_command","words":[]}]', '[0].words', 'not-words'],
    ['[{"tool":"run_command","words":["git",1]}]', '[0].words[1]', 'not-a-text'],
    ['[{"tool":"run_command","words":["git",""]}]', '[0].words[1]', 'not-a-text'],
    ['[{"tool":"run_command","words":["git"],"except":["push"]}]', '[0].except', 'unknown-field'],
    ['[{"tool":"run_command","line":""}]', '[0].line', 'not-a-text'],
    ['[{"tool":"run_command","line":"make","cwd":1}]', '[0].cwd', 'not-a-text'],
  ])('%s is faulty at "%s": %s', (text, at, problem) => {
    expect(parseRules(text)).toEqual({ rules: [], problems: [{ at, problem }] });
  });

  it('without the faulty ones', () => {
    expect(parseRules('[{"tool":"run_command","words":["a"]},7,{"tool":"run_command","words":["b"]}]')).toEqual({
      rules: [words('a'), words('b')],
      problems: [{ at: '[1]', problem: 'not-an-object' }],
    });
  });
});

describe('a rule that may not exist is ignored', () => {
  it.each([
    [words('find'), 'runs-others'],
    [words('find', '.'), 'runs-others'],
    [words('env'), 'runs-others'],
    [words('/usr/bin/env', 'x'), 'runs-others'],
    [words('python3.11', 'x.py'), 'runs-others'],
    [words('Node.EXE'), 'runs-others'],
    [words('make'), 'runs-others'],
    [words('npx', 'x'), 'runs-others'],
    [words('npm', 'exec'), 'runs-others'],
    [words('npm', '--prefix', 'x', 'test'), 'runs-others'],
    [words('git', '-c', 'x=y', 'status'), 'runs-others'],
    [words('cd', 'x'), 'builtin'],
    [words('test'), 'builtin'],
    [words('a=b', 'ls'), 'unreadable'],
    [line('ls $(x)'), 'unreadable'],
    [line('cd x && ls'), 'builtin'],
  ])('%j: %s', (rule, why) => {
    expect(ignoredRules([rule])).toEqual([{ rule, why }]);
  });

  it.each([words('git', 'status'), words('npm', 'test'), words('eslint'), line('find . -name x'), line('make')])(
    '%j is heeded',
    (rule) => {
      expect(ignoredRules([rule])).toEqual([]);
    },
  );
});
