/** Rows about commands that are read as a list of words: the built-in set, its flags, git, and rules. */
import { line, OWN, type Setting, words } from '../world.ts';
import { type Case, commands } from './case.ts';

const granted: Setting = {
  mode: 'edit',
  rules: [
    words('git', 'add'),
    words('git', 'fetch'),
    words('npm', 'test'),
    words('npm', 'run', 'build'),
    words('cargo', 'test'),
    words('cargo', 'clippy'),
    words('cargo', 'bench'),
    words('git', 'log', '--output'),
    words('/usr/bin/git', 'fetch'),
    words('compgen', '-W', 'x'),
    words('go', 'test'),
    words('pytest'),
    words('mkdir'),
    words('eslint', 'src'),
    words('./build.sh'),
    words('cat', '.env'),
    words('cp', 'a', '../b'),
    words('find'),
    words('env'),
    words('git', '-c', 'core.pager=x'),
    words('cd'),
    line('node --test && echo done'),
    line('cat ../notes'),
    line('deploy --to=/srv/www'),
    line('cd src && ls'),
    line('git commit -m "a b"'),
    line('make', 'lib'),
  ],
};

export const known: readonly Case[] = [
  ...commands(
    'built-in set',
    'allow',
    `
    pwd
    pwd -P
    ls
    ls -la src
    ls -lah --color=never src lib
    ls -R .
    ls -1 -- -odd
    wc -l src/a.ts
    wc --lines src/a.ts src/b.ts
    head -n 5 src/a.ts
    head -n5 src/a.ts
    head -20 src/a.ts
    head --lines=5 src/a.ts
    tail -n +5 src/a.ts
    tail -f log.txt
    tail -c 100 log.txt
    cat src/a.ts
    cat -n src/a.ts
    cat package.json
    cat AGENTS.md
    cat 'a file with spaces.txt'
    cat "größe.txt"
    cat 'a␤b'
    cat link-in/a.ts
    cat src/a.ts | head -5
    cat src/a.ts | wc -l
    ls && pwd
    ls || pwd
    ls; pwd
    ls;
    ls␤pwd
    ls &&␤pwd
    ␤ls
    ls␉-l
    ls > /dev/null
    ls 2>/dev/null
    ls 2>&1
    ls 2>&1 | head -5
    ls >/dev/null 2>&1 && pwd
    ls &>/dev/null
    cat < /dev/null
    "ls" 'src'
    l's' src
  `,
  ),
  ...commands(
    'flags that are not listed',
    'ask',
    `
    ls --unknown
    ls --col
    ls --colo=never
    ls --hyperlink
    ls -L link-out
    ls -H link-out
    ls -I x
    ls -lZ
    wc --files0-from=list
    wc --files0-from list
    head --line=5 src/a.ts
    head --lines 5 src/a.ts
    tail --pid=1 a
    tail -F a
    tail --follow=name a
    cat --help
    cat --version
    pwd --help
    pwd x
    ls '-la ' src
    ls "--color=never " src
    cat '' a
  `,
  ),
  ...commands(
    'operands of the built-in set',
    'ask',
    String.raw`
    cat ../secret
    cat /etc/passwd
    cat /dev/zero
    cat /dev/tcp/evil/80
    cat /proc/self/environ
    cat src/../../other
    cat src/../lib/a.ts
    cat link-in/../a.ts
    cat ./src/./../a
    cat link-out/passwd
    cat link-env
    cat .env
    cat ./.env
    cat .ENV
    cat src/.env.local
    cat '.env '
    cat .env.
    cat .env:stream
    cat .npmrc
    cat .netrc
    cat .aws/credentials
    cat id_rsa
    cat keys/server.pem
    cat .git/config
    cat .ssh/known_hosts
    cat -- .env
    cat -- -x /etc/passwd
    cat src/a.ts .env
    cat src/a.ts | cat .env
    head -n 5 .env
    head -n5 ../a
    tail -n +1 .env
    wc -l .env
    ls ..
    ls /
    ls link-out
    cat own/rules.json
    cat ENV~1
    cat GIT~1/config
    cat con
    cat NUL
    cat "⟨200B⟩.env"
    cat ".e⟨200D⟩nv"
    cat ".ｅｎｖ"
    cat '~/.ssh/id_rsa'
    cat %APPDATA%/x
    cat C:/Users/x
    cat '\\server\share'
    cat '.git\config'
  `,
  ),
  ...commands(
    'a rule covers it',
    'allow',
    `
    git add -A
    git add src/a.ts
    git add -- src/a.ts
    git fetch
    npm test
    npm test --silent
    npm test 2>&1 | tail -20
    npm test && git status
    npm run build
    cargo test --workspace -p core
    go test -v ./...
    pytest -q tests/unit
    pytest tests/test_a.py::TestA::test_b -k 'a and not b'
    cargo test -- --nocapture my_mod::my_test
    cargo clippy -- -D warnings -W clippy::all
    pytest --maxfail=1
    mkdir -p src/new
    eslint src
    ./build.sh
    node --test && echo done
    git commit -m "a b"
  `,
    granted,
  ),
  ...commands(
    'no rule covers it',
    'ask',
    `
    git add .env
    git add package.json
    git add ../x
    git add -f x
    git add --force x
    git add --pathspec-from-file=x
    git add ':(top)x'
    git add '*'
    git fetch origin
    git fetch --upload-pack=x
    npm
    npm install
    npm test -- x
    npm test --prefix x
    npm test --script-shell=x
    npm --prefix x test
    npm run
    npm run builder
    npm run build evil
    npm exec x
    npm t
    NPM test
    cargo test --config x
    cargo test -- --logfile=src/a.rs
    cargo test -- --nocapture --logfile x
    cargo test -- --logfile x
    cargo test -- src/a.rs
    pytest .env::x
    pytest ../a.py::x
    pytest -k 'x@y'
    pytest ::x
    cargo clippy -- -C linker=./x
    cargo bench -- x
    git log --output package.json
    git log --output .env
    cargo test --manifest-path=x
    cargo +nightly test
    cargo test --target-dir=/x
    go test -exec x
    go test -toolexec=x
    go test -o x
    go test ../...
    pytest -p evil
    pytest -c evil.ini
    pytest @args.txt
    pytest --rootdir=/x
    pytest --basetemp=src
    pytest ../x
    pytest conftest.py
    mkdir ../x
    mkdir .git
    mkdir -p .vscode/x
    mkdir -m 777 x
    eslint src lib
    eslint src --fix
    eslint  srcx
    build.sh
    ./build.sh x
    .//build.sh
    cat .env
    cat ../notes
    cp a ../b
    find
    find . -delete
    find . -exec rm {} +
    env
    env x
    git -c core.pager=x
    git -c core.pager=x log
    cd
    cd src && ls
    cat x | npm test
    cat x | eslint src
    yes | npm run build
    node --test
    node --test && echo done2
    node --test && echo done␤rm x
    node  --test && echo done
    deploy --to=/srv/www
    make
    git commit -m "a c"
  `,
    granted,
  ),
  ...commands('git by its path', 'ask', '/usr/bin/git fetch', {
    ...granted,
    repository: { ...OWN, hasBareFolder: true },
  }),
  ...commands('a rule of another folder', 'allow', 'make', { ...granted, cwd: 'lib' }),
  ...commands('a rule of another folder', 'ask', 'eslint src', { ...granted, cwd: 'lib' }),
  ...commands('a rule of another folder', 'ask', './build.sh', { ...granted, cwd: 'lib' }),
  ...commands('a rule in a protected folder', 'ask', 'npm test', { ...granted, cwd: 'node_modules/x' }),
  ...commands(
    'the agent changed files since',
    'ask',
    `
    npm test
    npm run build
    cargo test
    pytest
    eslint src
    ./build.sh
    git fetch
    node --test && echo done
  `,
    { ...granted, changedSince: () => ['package.json', 'src/a.ts'] },
  ),
  ...commands(
    'the agent changed files since',
    'allow',
    `
    git status
    git add src/a.ts
    mkdir x
    ls
  `,
    { ...granted, changedSince: () => ['package.json'] },
  ),
  ...commands(
    'a shell that is not bash',
    'ask',
    `
    ls
    git status
    Get-ChildItem
    git status --% x
  `,
    { ...granted, shell: 'other' },
  ),
  ...commands('the plan mode', 'refuse', 'ls', { mode: 'plan' }),
  ...commands('Restricted Mode', 'refuse', 'ls', { isTrusted: false }),
  ...commands('a folder outside', 'ask', 'ls', { cwd: '/etc' }),
  ...commands('a folder that leads out', 'refuse', 'ls', { cwd: '../x' }),
  ...commands('a secret folder', 'ask', 'cat credentials', { cwd: '.aws' }),
  ...commands('a folder behind a link', 'ask', 'ls', { cwd: 'link-out' }),
];
