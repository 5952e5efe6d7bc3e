/** Names of files that hold secrets, and of those that tools run or read as configuration: a person is asked about each, every time. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** All names below are as `comparedPath` gives them: in lower case. */

/** What is in these folders is secret. */
export const SECRET_FOLDERS = words('.ssh .gnupg .aws .azure .kube .gcloud .password-store .oci .secrets');

export const SECRET_FILES = words(`
  .netrc _netrc .npmrc .yarnrc .yarnrc.yml .pypirc .pgpass .my.cnf .htpasswd .git-credentials .dockercfg .dockerconfigjson
  .vault-token .vault_pass .s3cfg .boto .databrickscfg .terraformrc credentials.tfrc.json .gemrc .nuget.config
  .bash_history .zsh_history .python_history .node_repl_history .mysql_history .psql_history .sqlite_history
  secring.gpg master.key credentials.yml.enc .dev.vars .secret .secrets .authinfo .vault_password
  credentials.json client_secret.json service-account.json secrets.json secrets.yml secrets.yaml secrets.toml terraform.tfstate
`);

/** Endings of file names. */
export const SECRET_ENDINGS = [
  '.pem',
  '.key',
  '.p12',
  '.pfx',
  '.ppk',
  '.jks',
  '.keystore',
  '.kdbx',
  '.env',
  '.gpg',
  '.tfstate',
];

/** A folder and a file in it. */
export const SECRET_PAIRS = words(`
  .git/config .docker/config.json .cargo/credentials .cargo/credentials.toml .gem/credentials .config/gcloud .config/gh .config/hub
  .config/rclone .config/op .m2/settings.xml .gradle/gradle.properties
`);

/** `.env.local`, `id_ed25519` and the like; a public key is none. */
export const SECRET_NAME = /^(\.env.*|id_(rsa|dsa|ecdsa|ed25519)(_sk)?(?!\.pub$)([._-].*)?)$/;

/** What is in these folders is protected, and so is a file of that name. */
export const PROTECTED_FOLDERS = words(`
  .git .hg .jj .sl .svn .bzr .vscode .vscode-server .vscode-insiders .devcontainer .husky .githooks .git-hooks .github .gitlab .gitea .forgejo
  .circleci .buildkite .woodpecker .teamcity .claude .codex .gemini .cursor .clinerules .cline .roo .windsurf .kiro .continue
  .amazonq .junie .augment .trae .opencode .qwen .agents .agent .goose .crush .copilot .zed .fleet .idea .vs .run .theia
  .kilocode .kilo .factory .openhands .warp .zencoder .codebuddy .iflow .claude-plugin .idx .semaphore .azuredevops .azure-pipelines
  .cargo .mvn .gradle .yarn .pnpm .bundle .config .direnv .devenv .nx .moon .storybook .dependabot
  node_modules .venv venv .tox .nox site-packages dist-packages bower_components
`);

export const PROTECTED_FILES = words(`
  .devcontainer.json .gitmodules .gitattributes .gitconfig .lfsconfig .gitpod.yml .replit devbox.json opencode.json opencode.jsonc
  crush.json .crush.json gradle-wrapper.properties gradle-wrapper.jar .dir-locals.el ansible.cfg conf.py .vscode-test.mjs .vscode-test.js
  .mcp.json mcp.json .envrc .pre-commit-config.yaml .pre-commit-config.yml
  .pre-commit-hooks.yaml lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml lefthook-local.yml lefthook.json
  lefthook.toml .overcommit.yml
  agents.md agents.override.md agent.md claude.md claude.local.md gemini.md qwen.md copilot-instructions.md .cursorrules
  crush.md warp.md iflow.md codex.md .kilocodemodes .claude.json
  .windsurfrules .roorules .roomodes .goosehints .aider.conf.yml .rules conventions.md
  package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs
  .pnpmfile.mjs pnpmfile.js .pnp.cjs .pnp.loader.mjs bun.lock bun.lockb bunfig.toml deno.json deno.jsonc deno.lock
  lerna.json nx.json turbo.json angular.json nodemon.json project.json rush.json workspace.json babel.config.json
  jest.config.json .swcrc
  cargo.toml cargo.lock build.rs rust-toolchain rust-toolchain.toml go.mod go.sum go.work go.work.sum
  gemfile gemfile.lock rakefile rakefile.rb guardfile capfile podfile podfile.lock fastfile vagrantfile procfile brewfile
  composer.json composer.lock phpunit.xml phpunit.xml.dist phpstan.neon .php-cs-fixer.php artisan
  pyproject.toml setup.py setup.cfg conftest.py tox.ini noxfile.py pytest.ini .pytest.ini pipfile pipfile.lock poetry.lock
  uv.lock pdm.lock environment.yml sitecustomize.py usercustomize.py fabfile.py tasks.py dodo.py sconstruct sconscript
  wscript waf .flake8 .ycm_extra_conf.py .clangd hatch_build.py conanfile.py snakefile .pythonrc .pdbrc .coveragerc mypy.ini .pylintrc pylintrc
  gradlew gradlew.bat gradle.properties pom.xml mvnw mvnw.cmd build.xml ivy.xml build.sbt build.sc
  nuget.config global.json directory.build.rsp msbuild.rsp packages.lock.json dotnet-tools.json
  makefile gnumakefile bsdmakefile cmakelists.txt cmakepresets.json cmakeuserpresets.json meson.build meson_options.txt
  configure configure.ac build build.bazel workspace workspace.bazel module.bazel .bazelrc buck justfile .justfile
  taskfile.yml taskfile.yaml taskfile.dist.yml magefile.go earthfile tiltfile build.ninja
  package.swift package.resolved mix.exs mix.lock rebar.config dune dune-project stack.yaml cabal.project setup.hs
  setup.lhs build.zig build.zig.zon pubspec.yaml pubspec.lock project.clj deps.edn shard.yml
  .gitlab-ci.yml .gitlab-ci.yaml .travis.yml appveyor.yml .appveyor.yml azure-pipelines.yml bitbucket-pipelines.yml
  action.yml action.yaml wercker.yml .build.yml .drone.star .cirrus.star wrangler.toml wrangler.json wrangler.jsonc firebase.json
  amplify.yml fly.toml procfile.dev .simple-git-hooks.json .simple-git-hooks.js simple-git-hooks.js
  jenkinsfile .drone.yml .woodpecker.yml .cirrus.yml cloudbuild.yaml cloudbuild.yml buildspec.yml netlify.toml vercel.json
  renovate.json dependabot.yml codemagic.yaml skaffold.yaml
  dockerfile containerfile .tool-versions mise.toml .mise.toml flake.nix flake.lock shell.nix default.nix devenv.nix
  .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc
  .cshrc .tcshrc .login .logout .inputrc .vimrc .gvimrc .exrc .nvimrc .ideavimrc .gdbinit .lldbinit .emacs .screenrc
  .tmux.conf .curlrc .wgetrc .ripgreprc .rprofile .irbrc .pryrc .xinitrc .xprofile .xsessionrc .xsession .perltidyrc
  .ackrc .hgrc .nanorc .lesskey .dircolors .sudo_as_admin_successful crontab
`);

/** Endings of file names. */
export const PROTECTED_ENDINGS = [
  '.code-workspace',
  '.gradle',
  '.gradle.kts',
  '.targets',
  '.props',
  '.sbt',
  '.cake',
  '.rake',
  '.xcconfig',
  '.xcscheme',
  '.sublime-project',
  '.sln',
  '.slnx',
  '.mk',
  '.cmake',
  '.bzl',
  '.gemspec',
  '.podspec',
  '.cabal',
  '.nuspec',
  '.pth',
  '.dockerfile',
  '.rsp',
  '.instructions.md',
  '.prompt.md',
  '.chatmode.md',
  '.agent.md',
  '.service',
  '.desktop',
  '.psd1',
  '.psm1',
];

/** Names with a free part: `vite.config.ts`, `.eslintrc.cjs`, `requirements-dev.txt`. */
export const PROTECTED_NAME = new RegExp(
  [
    '.*\\.(config|conf|workspace|setup|shim)\\.[cm]?[jt]sx?',
    '\\.[a-z0-9_-]+rc(\\.([cm]?[jt]s|json5?|jsonc|ya?ml|toml|py|rb))?',
    '\\.(clinerules|roorules|windsurfrules|cursorrules|aider)([.-].*)?',
    '(gulpfile|gruntfile|jakefile|cakefile|wallaby|karma|protractor|webpack)(\\..*)?\\.([cm]?[jt]s|coffee)',
    'dockerfile[.-].*',
    '(docker-)?compose([.-].*)?\\.ya?ml',
    'makefile[.-].*',
    '(requirements|constraints)([._-].*)?\\.(txt|in)',
    '.*\\.gradle(\\.kts)?',
    // MSBuild and Xcode; MSBuild reads `x.csproj.user` by itself.
    '.*\\.[a-z]*proj(\\.user)?',
    'github-actions.*\\.ya?ml',
  ]
    .map((part) => `^${part}$`)
    .join('|'),
);
