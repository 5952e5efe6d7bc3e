/** Rows about git: what only reads, what does more, and in which repositories. */
import { OWN, words } from '../world.ts';
import { type Case, commands } from './case.ts';

export const git: readonly Case[] = [
  ...commands(
    'git that only reads',
    'allow',
    `
    git status
    git status -sb
    git status --porcelain=v1
    git status -- src
    git diff
    git diff --stat
    git diff --cached
    git diff HEAD
    git diff main..topic
    git diff main...topic -- src/a.ts
    git diff -U5 src/a.ts
    git diff "HEAD~2" --name-only
    git show 'HEAD^2~3' --stat
    git log 'HEAD~5..HEAD'
    git log
    git log --oneline -5
    git log -n 5
    git log -n5 --graph --decorate
    git log -p src/a.ts
    git log --since="2 weeks ago" --author=ann
    git log --format="%h %s"
    git log --grep='fix: x'
    git log -Sneedle
    git show
    git show HEAD
    git show HEAD:src/a.ts
    git show v1.0 --stat
    git ls-files
    git ls-files -mo --exclude-standard
    git rev-parse HEAD
    git rev-parse --abbrev-ref HEAD
    git rev-parse --show-toplevel
    git status && git diff | head -50
    git show c0ffee1
    git show 'c0ffee1~2' --stat
    git diff c0ffee1..c0ffee2
    git log | cat
  `,
  ),
  ...commands(
    'git that does more',
    'ask',
    `
    git
    git -c core.pager=x status
    git -C lib status
    git --git-dir=x status
    git --git-dir x status
    git --work-tree=x status
    git --exec-path=x status
    git --exec-path=. status
    git --config-env=core.pager=X status
    git --namespace=x status
    git --super-prefix=x status
    git -p status
    git --paginate log
    git -P log
    git --no-pager log
    git --attr-source=x diff
    git diff --ext-diff
    git diff --text
    git diff -a
    git diff --binary
    git log -pa
    git status -v
    git show deadbeef
    git show deadbeef~1
    git log deadbeef
    git show DEADBEEF
    git show c0ffee1 deadbeef
    git show v1.0-2-gdeadbee
    git show 'deadbeef^{blob}'
    git diff deadbeef c0ffee1
    git diff c0ffee1..deadbeef
    git diff c0ffee1...deadbeef
    git diff --textconv
    git diff --output=x
    git diff --output x
    git diff --outpu=x
    git diff -Oorder
    git diff -C
    git diff --no-index a b
    git diff --no-inde a b
    git diff --submodule=log
    git diff --ignore-submodules=none
    git diff -I x
    git diff --color-moved=x
    git log --output=x
    git log --show-signature
    git log --format=%G?
    git log --format='%h %GG'
    git log --pretty='x%+GS'
    git log --pretty=format:%GK
    git log -L1,5:src/a.ts
    git log --exec=x
    git log --remerge-diff
    git log --ext-diff -p
    git log --stdin
    git show --textconv HEAD
    git show --upload-pack=x
    git show > x
    git show HEAD > ~/.ssh/x
    git show HEAD:.env
    git show 'HEAD~1:.env'
    git show HEAD~1
    git show HEAD^
    git show HEAD:src/.env.local
    git show HEAD:../x
    git show :.env
    git show :0:.env
    git show :/fix
    git show 'HEAD:(x'
    git diff -- ':(top)x'
    git diff -- ':!x'
    git diff -- '*.env'
    git diff -- '.en?'
    git diff -- '.e[n]v'
    git diff -- HEAD:x
    git diff .env
    git diff ../x /etc/passwd
    git diff /etc/passwd /etc/group
    git log -- ../x
    git log ..
    git ls-files -X x
    git ls-files --exclude-from=x
    git ls-files --recurse-submodules
    git ls-files '.e*'
    git rev-parse --parseopt
    git rev-parse --resolve-git-dir x
    git status --recurse-submodules
    git grep x
    git branch
    git commit -m x
    git push
    git config --list
    git config core.pager x
    git stash
    git checkout .
    git clean -fd
    git bisect run x
    git rebase -x y
    git submodule foreach x
    git difftool
    git archive --remote=x
    git ls-remote --upload-pack=x .
    git fetch --upload-pack=x
    git clone ext::x
    git STATUS
    GIT status
    ./git status
    /usr/bin/git status
    git 'status '
  `,
  ),
  ...commands('git in a folder below', 'ask', 'git status␤git diff', {
    repository: { ...OWN, place: 'below' },
    cwd: 'x',
  }),
  ...commands('git without a repository', 'ask', 'git status', { repository: 'none' }),
  ...commands('git in a folder that looks like a repository', 'ask', 'git status', {
    repository: { ...OWN, hasBareFolder: true },
  }),
  ...commands('git with a config that was not read', 'ask', 'git status', {
    repository: { ...OWN, configKeys: undefined },
  }),
  ...[
    'filter.lfs.clean',
    'filter.x.process',
    'FILTER.x.smudge',
    'diff.external',
    'Diff.External',
    'diff.x.textconv',
    'diff.x.y.command',
    'gpg.program',
    'gpg.ssh.program',
    'alias.st',
    'include.path',
    'includeIf.gitdir:x.path',
    'core.fsmonitor',
    'core.worktree',
    'core.sshCommand',
    'extensions.partialClone',
    'remote.origin.promisor',
    'log.showSignature',
    'credential.helper',
    'credential.https://x.helper',
    'filter.a\nb.clean',
    'submodule.x.ignore',
  ].flatMap((key) =>
    commands(`git with ${JSON.stringify(key)} in its config`, 'ask', 'git diff', {
      repository: { ...OWN, configKeys: ['core.bare', key] },
    }),
  ),
  ...commands('git with attributes that may show secrets', 'ask', 'git diff', {
    repository: { ...OWN, attributes: ['*.env diff'] },
  }),
  ...commands('git with attributes that were not read', 'ask', 'git log', {
    repository: { ...OWN, attributes: undefined },
  }),
  ...commands('git without a file of attributes', 'ask', 'git log', {
    repository: { ...OWN, secretAttributes: undefined },
  }),
  ...commands(
    'git that needs other settings in one line',
    'ask',
    'git status && git fetch␤git add . && git diff --cached',
    {
      rules: [words('git', 'fetch'), words('git', 'add')],
    },
  ),
  ...commands('git in the repository around', 'allow', 'git status␤git log src', {
    repository: { ...OWN, place: 'around' },
  }),
  ...commands('git in the repository around', 'allow', 'git show HEAD:./src/a.ts', {
    repository: { ...OWN, place: 'around' },
  }),
  ...commands('git in the repository around', 'ask', 'git show HEAD:src/a.ts', {
    repository: { ...OWN, place: 'around' },
  }),
];
