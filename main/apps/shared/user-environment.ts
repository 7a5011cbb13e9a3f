import { userInfo } from 'node:os'
import { askShell } from './login-shell.ts'
import { withoutLaunchers } from './launchers/without-launchers.ts'
import { execFile } from 'node:child_process'
import { join } from 'node:path'

/** How long a shell may take to start, in ms. */
const shellTime = 10_000

/** What only the process that was started first knows of how that was. */
export interface Origin {
  readonly isPackaged: boolean
  readonly isFromTerminal: boolean
  /** The user's language, as `en-US`. */
  readonly locale: string
}

/** How the app was started, as far as its agents' environment depends on it. */
export interface Surroundings extends Origin {
  /** The app's own environment. */
  readonly environment: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  readonly log: (line: string) => void
  /** When the shell is not waited for any longer. */
  readonly limit?: AbortSignal
}

/** Whether this was started in a terminal: then its environment is what the user's shell made. npm alone is no sign of one. */
export function isFromTerminal(
  environment: NodeJS.ProcessEnv,
  streams: readonly { readonly isTTY?: boolean }[],
): boolean {
  const { TERM: terminal = '' } = environment
  // A graphical session may carry these two of its own.
  const isNamed = !['', 'dumb', 'linux'].includes(terminal)
  return isNamed || streams.some(({ isTTY }) => isTTY === true)
}

/**
 * The user's own environment, from which agents get theirs. From a dock, a menu or an AppImage an app is started with what
 * the system gives it, not with what the user's shell makes for a terminal; the shell is asked for that, once. What
 * launchers put in is removed (`launchers/traces`). Never fails: then it is what the app was started with.
 */
export async function userEnvironment(of: Surroundings): Promise<NodeJS.ProcessEnv> {
  const given = withoutLaunchers(of.environment, of.platform)
  const found = { ...given, ...(await taken(of, given)) }
  const isUnspoken = !found['LANG'] && !found['LC_ALL'] && !found['LC_CTYPE']
  return of.platform === 'darwin' && isUnspoken ? { ...found, LANG: languageOf(of.locale) } : found
}

async function taken(of: Surroundings, given: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (of.platform === 'win32') return of.isPackaged ? certificates(await askRegistry(given)) : {}
  if (of.isFromTerminal && !of.isPackaged) return {}
  const shell = given['SHELL'] || loginShell()
  const answer = await askShell(shell, given, of.limit ?? AbortSignal.timeout(shellTime))
  if (answer.kind === 'silent') {
    of.log(`${shell} did not tell its environment (${answer.why}): agents see what Janus was started with.`)
    return {}
  }
  if (of.isFromTerminal) return certificates(answer.environment)
  const { TERM: _, PATH: path = '', ...others } = withoutLaunchers(answer.environment, of.platform)
  return { ...others, PATH: united(path, given['PATH'] ?? '') }
}

/** The folders of the shell, then those that only the session has: a login forgets them on many systems. */
function united(...paths: readonly string[]): string {
  return [...new Set(paths.flatMap((path) => path.split(':')))].filter((folder) => folder !== '').join(':')
}

/** A packed Electron takes this one out of its own environment before anything of ours runs. */
function certificates({ NODE_EXTRA_CA_CERTS: file }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return file ? { NODE_EXTRA_CA_CERTS: file } : {}
}

function loginShell(): string {
  try {
    return userInfo().shell || '/bin/sh'
  } catch {
    return '/bin/sh'
  }
}

/** As programs are told it: a language and a land, which one that stands alone usually has. */
function languageOf(locale: string): string {
  try {
    const { language, region } = new Intl.Locale(locale).maximize()
    return region === undefined ? 'en_US.UTF-8' : `${language}_${region}.UTF-8`
  } catch {
    return 'en_US.UTF-8'
  }
}

/** Where Windows keeps the environment of everybody and of the user; the later one counts. */
const keys = ['HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment', 'HKCU\\Environment']

/** The environment that Windows gives to what the user starts. Never throws; what cannot be read is missing. */
async function askRegistry(given: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  // By its full path: a folder of PATH may have another.
  const program = join(given['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe')
  const printed = await Promise.all(keys.map((key) => query(program, key)))
  return Object.assign({}, ...printed.map((text) => readRegistry(text, given))) as Record<string, string>
}

function query(program: string, key: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, ['query', key], { timeout: 10_000, windowsHide: true }, (_, text) => resolve(text))
  })
}

/** Reads the lines of `reg query`: a name, a type, a value; other variables stand in `%` signs. */
export function readRegistry(text: string, given: NodeJS.ProcessEnv): Record<string, string> {
  const lines = text.matchAll(/^ {4}(\S.*?) {4}(REG_SZ|REG_EXPAND_SZ) {4}(.*?)\r?$/gm)
  return Object.fromEntries(
    [...lines].map(([, name = '', type, value = '']) => [
      name,
      type === 'REG_SZ'
        ? value
        : value.replace(/%([^%]+)%/g, (all, other: string) => valueOf(given, other) ?? all),
    ]),
  )
}

/** Names have no case there. */
function valueOf(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  return Object.entries(environment).find(([other]) => other.toUpperCase() === name.toUpperCase())?.[1]
}
