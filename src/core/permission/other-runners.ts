/** Programs that run other programs or code in their operands: a rule may cover one exact line of them, no more. */

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const RUNNERS = names(`
  env sh bash dash zsh ksh mksh fish csh tcsh ash busybox toybox pwsh powershell cmd xargs parallel sudo doas su pkexec runuser
  time nohup timeout nice ionice chrt taskset setsid stdbuf unbuffer chroot unshare nsenter setpriv prlimit flock watch entr
  script expect strace ltrace gdb lldb perf valgrind rr command builtin exec eval source . coproc trap
  node nodejs deno bun bunx tsx ts-node npx pnpx corepack python pypy ipython perl ruby irb php lua luajit julia rscript r
  tclsh wish guile racket sbcl emacs elisp groovy scala jshell java kotlin swift osascript awk gawk mawk nawk sed ed ex vi
  vim nvim view nano less more most man info find fd fdfind tar zip 7z rsync scp sftp ssh sshpass mosh telnet nc ncat
  socat openssl docker podman nerdctl kubectl helm vagrant ansible terraform pulumi make gmake bmake ninja cmake meson
  bazel buck just task mage rake ant gradle gradlew mvn mvnw sbt lein msbuild dotnet bundle pip pipx uv uvx poetry pdm
  conda mamba nix guix direnv mise asdf volta nvm brew apt dpkg gh glab svn hg at batch crontab systemctl
  systemd-run launchctl screen tmux rundll32 wsl
`);

/** Sub-commands that do the same: `npm exec`. */
const SUB_COMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: names('exec x explore init create'),
  pnpm: names('exec dlx create'),
  yarn: names('exec dlx create node'),
  go: names('run generate tool'),
  cargo: names('run install'),
  git: names('bisect rebase submodule filter-branch difftool mergetool'),
};

/** Builtins of bash that change what the words after them mean, or run code in their operands (`test -v 'a[$(x)]'`). */
const NEVER_KNOWN = names(`
  test [ [[ printf read declare typeset local readonly let export alias unalias unset set shopt cd pushd popd dirs hash
  enable mapfile readarray getopts bind complete compgen compopt wait ulimit umask
`);

/** Whether the program is one that runs others, by its bare name: without folder, version, `.exe` and case. */
export function runsOthers(words: readonly string[]): boolean {
  const [program = '', second = ''] = words;
  const name = bareName(program);
  if (RUNNERS.has(name)) return true;
  // `git -c alias.x=!y x`, `npm --prefix x test`: an option before the sub-command may change what it is.
  if (Object.hasOwn(SUB_COMMANDS, name) && second.startsWith('-')) return true;
  return Object.hasOwn(SUB_COMMANDS, name) && SUB_COMMANDS[name]?.has(second.toLowerCase()) === true;
}

export const isNeverKnown = (program: string): boolean => NEVER_KNOWN.has(program);

export function bareName(program: string): string {
  const base = program.slice(program.lastIndexOf('/') + 1).toLowerCase();
  return base.replace(/\.(exe|cmd|bat|com|ps1)$/, '').replace(/(?<=[a-z])[-.]?\d[\d.]*$/, '');
}
