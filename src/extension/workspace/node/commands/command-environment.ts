/** The environment of commands, built anew from few variables of the window: no keys, and nothing that makes a shell or git run more. */
import path from 'node:path';
import { safePath } from './safe-path.ts';

type Variables = Readonly<Record<string, string>>;

const TAKEN = new Set(
  (
    'HOME USER LOGNAME LANG LANGUAGE TZ TMPDIR SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS NO_PROXY ' +
    'JAVA_HOME GOPATH GOROOT CARGO_HOME RUSTUP_HOME NVM_DIR PYENV_ROOT DOTNET_ROOT ANDROID_HOME ' +
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT TEMP TMP USERNAME USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA ' +
    'PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES PROCESSOR_ARCHITECTURE ' +
    'NUMBER_OF_PROCESSORS OS'
  ).split(' '),
);
/** Taken where they hold no user name and password. */
const PROXIES = new Set('HTTP_PROXY HTTPS_PROXY ALL_PROXY'.split(' '));

/** No pager, no editor and no question, as there is no terminal. */
const OURS: Variables = {
  TERM: 'dumb',
  NO_COLOR: '1',
  CI: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

/** `folders` are the workspace's. */
export function commandEnvironment(given: NodeJS.ProcessEnv, folders: readonly string[]): Variables {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) if (value !== undefined && isTaken(name, value)) env[name] = value;
  return { ...env, PATH: safePath(pathOf(given), folders).join(path.delimiter), ...OURS };
}

/** Windows writes `Path`. */
function pathOf(given: NodeJS.ProcessEnv): string | undefined {
  return Object.entries(given).find(([name]) => name.toUpperCase() === 'PATH')?.[1];
}

function isTaken(name: string, value: string): boolean {
  const upper = name.toUpperCase();
  if (PROXIES.has(upper)) return !value.includes('@');
  return TAKEN.has(upper) || /^LC_[A-Z]+$/.test(name);
}
