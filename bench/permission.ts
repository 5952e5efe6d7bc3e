/** What a decision costs: ordinary commands, the worst of the longest ones, and the longest paths. Prints figures; asserts nothing. */
import { decide } from '../src/core/permission/decide.ts';
import type { PermissionRequest, PermissionState } from '../src/core/permission/request.ts';

const LONGEST = 8192;
const WARM_MS = 200;
const MEASURED_MS = 500;

const state: PermissionState = {
  mode: 'ask',
  isTrusted: true,
  rules: Array.from({ length: 50 }, (_, at) => ({ tool: 'run_command', words: ['tool', `part${at}`] })),
  paths: {
    check: (word) => ({ given: word, real: `/ws/${word}`, inside: word }),
    repository: () => ({
      place: 'workspace',
      hasBareFolder: false,
      configKeys: Array.from({ length: 60 }, (_, at) => `branch.b${at}.remote`),
      attributes: ['*.png -diff'],
      secretAttributes: '/home/ann/.config/storage/attributes',
      isCommit: () => true,
    }),
  },
  ownFolders: ['/home/ann/.config/storage'],
  changedSince: () => [],
};

const full = (piece: string) => piece.repeat(Math.ceil(LONGEST / piece.length)).slice(0, LONGEST);
const distinct = (first: string) => {
  let text = first;
  for (let at = 0; at < 998; at++) text += ` ${at.toString(36).padEnd(7, 'x')}`;
  return text;
};
const command = (text: string): PermissionRequest => ({
  type: 'command',
  command: text,
  shell: 'bash',
  cwd: { given: '.', real: '/ws', inside: '' },
  background: false,
});
const path = (given: string): PermissionRequest => ({
  type: 'write',
  kind: 'edit',
  path: { given, real: `/ws/${given}`, inside: given },
});

const REQUESTS: Readonly<Record<string, PermissionRequest>> = {
  'ls -la src': command('ls -la src'),
  'git status && git diff | head -50': command('git status && git diff --stat -- src/a.ts | head -50'),
  'npm test': command('npm test 2>&1 | tail -20'),
  'src/core/a.ts': path('src/core/a.ts'),
  'worst: cat of different words': command(distinct('cat')),
  'worst: a program without a rule': command(distinct('other')),
  'worst: one-letter commands': command('abcdefg;'.repeat(1000)),
  'worst: pwd;': command('pwd;  '.repeat(1000)),
  'worst: git log;': command('git log;'.repeat(500)),
  'worst: pipes': command('abcdef|'.repeat(1000).slice(0, -1)),
  'worst: too many words': command(full('a ')),
  'worst: newlines': command(`ls${full('\n').slice(2)}`),
  'worst: quotes': command(`ls ${full("''").slice(4)}`),
  'worst: double quotes': command(`ls "${full('\\\\').slice(6)}"`),
  'worst: one word': command(`ls ${full('a').slice(3)}`),
  'worst: dots': command(`ls ${full('.').slice(3)}`),
  'worst: percent signs': command(`ls ${full('%').slice(3)}`),
  'worst: tildes': command(`ls '${full('~1').slice(6)}'`),
  'worst: a format of git': command(`git log "--format=${full('%').slice(20)}"`),
  'worst: redirects': command(`ls ${full('2>&1 ').slice(8)}`),
  'worst: nested "$(': command(full('"$(')),
  'worst: nested (': command(full('(')),
  'worst: different flags': command(distinct('ls').replaceAll(' ', ' -').slice(0, LONGEST)),
  'worst: a path of slashes': path(full('a/')),
  'worst: a path of dots and blanks': path(full('. ')),
};

for (const [name, request] of Object.entries(REQUESTS)) {
  const end = performance.now() + WARM_MS;
  while (performance.now() < end) decide(request, state);
  const times: number[] = [];
  const measured = performance.now() + MEASURED_MS;
  while (performance.now() < measured || times.length < 5) {
    const start = performance.now();
    decide(request, state);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(3).padStart(9);
  console.log(
    `${name.padEnd(40)} least ${at(0)} ms   median ${at(0.5)} ms   most ${at(1)} ms   ${decide(request, state).type}`,
  );
}
