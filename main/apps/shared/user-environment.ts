import { userInfo } from 'node:os'
import { askShell } from './login-shell.ts'
import { removeLauncherTraces } from './launchers/without-launchers.ts'
import { execFile } from 'node:child_process'
import { join } from 'node:path'

/** Milliseconds. */
const shellTime = 10_000

/** Known only to the first process. */
export interface Origin {
  readonly isPackaged: boolean
  readonly isFromTerminal: boolean
  /** Such as `en-US`. */
  readonly locale: string
}

export interface Surroundings extends Origin {
  readonly environment: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  readonly log: (line: string) => void
  /** Aborts waiting for the shell. */
  readonly limit?: AbortSignal
}

/** In a terminal the environment comes from the user's shell. npm alone doesn't prove one. */
export function isFromTerminal(
  environment: NodeJS.ProcessEnv,
  streams: readonly { readonly isTTY?: boolean }[],
): boolean {
  const { TERM: terminal = '' } = environment
  // Graphical sessions may set these values.
  const isNamed = !['', 'dumb', 'linux'].includes(terminal)
  return isNamed || streams.some(({ isTTY }) => isTTY === true)
}

/**
 * Docks, menus and AppImages start an app without the variables of the user's shell, so the shell is asked
 * once. Falls back to the app's own environment.
 */
export async function userEnvironment(of: Surroundings): Promise<NodeJS.ProcessEnv> {
  const given = removeLauncherTraces(of.environment, of.platform)
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
  const { TERM: _, PATH: path = '', ...others } = removeLauncherTraces(answer.environment, of.platform)
  return { ...others, PATH: united(path, given['PATH'] ?? '') }
}

/** The shell's folders, then those only the session has, which login shells often drop. */
function united(...paths: readonly string[]): string {
  return [...new Set(paths.flatMap((path) => path.split(':')))].filter((folder) => folder !== '').join(':')
}

/** A packed Electron removes this variable from its environment before Janus runs. */
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

/** Returns a POSIX locale; adds the most likely region if there is none. */
function languageOf(locale: string): string {
  try {
    const { language, region } = new Intl.Locale(locale).maximize()
    return region === undefined ? 'en_US.UTF-8' : `${language}_${region}.UTF-8`
  } catch {
    return 'en_US.UTF-8'
  }
}

/** Windows stores the system's and the user's environment here; later keys win. */
const keys = ['HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment', 'HKCU\\Environment']

/** Never throws; unreadable keys are skipped. */
async function askRegistry(given: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  // By full path, since PATH could contain another `reg.exe`.
  const program = join(given['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe')
  const printed = await Promise.all(keys.map((key) => query(program, key)))
  return Object.assign({}, ...printed.map((text) => readRegistry(text, given))) as Record<string, string>
}

function query(program: string, key: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, ['query', key], { timeout: 10_000, windowsHide: true }, (_, text) => resolve(text))
  })
}

/** Parses `reg query` output (name, type, value) and expands `%NAME%`. */
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

/** Names are case-insensitive on Windows. */
function valueOf(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  return Object.entries(environment).find(([other]) => other.toUpperCase() === name.toUpperCase())?.[1]
}
