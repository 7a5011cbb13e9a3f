import { userInfo } from 'node:os'
import { isAbsolute } from 'node:path'
import { visibleVariables } from '../../adapters/claude/environment.ts'
import { visibleVariables as visibleToCodex } from '../../adapters/codex/environment.ts'
import { askShell } from './login-shell.ts'
import { askRegistry } from './registry.ts'

/** How long a shell may take to start, in ms. */
const shellTime = 10_000

/** What only Electron's main process knows of how the app was started. */
export interface Origin {
  readonly isPackaged: boolean
  readonly isFromTerminal: boolean
  /** The person's language, as `en-US`. */
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

/** Whether a terminal, or npm in one, started this: then its environment is what the person's shell made. */
export function isFromTerminal(
  environment: NodeJS.ProcessEnv,
  streams: readonly { readonly isTTY?: boolean }[],
): boolean {
  const { TERM: terminal = '' } = environment
  // A graphical session may carry these two of its own.
  const isNamed = !['', 'dumb', 'linux'].includes(terminal)
  return isNamed || 'npm_lifecycle_event' in environment || streams.some(({ isTTY }) => isTTY === true)
}

/**
 * The environment that agents get theirs from. From a dock, a menu or an AppImage an app is started with what the
 * system gives it, not with what the person's shell makes for a terminal; the shell is asked for that, once. Never
 * fails: then it is what the app was started with.
 */
export async function personEnvironment(of: Surroundings): Promise<NodeJS.ProcessEnv> {
  const given = withoutAppImage(ownOf(of.environment))
  const found = { ...given, ...(await taken(of, given)) }
  const isUnspoken = !found['LANG'] && !found['LC_ALL'] && !found['LC_CTYPE']
  return of.platform === 'darwin' && isUnspoken ? { ...found, LANG: languageOf(of.locale) } : found
}

/** What an editor's own terminal tells its Electron, or any Node, is not for us nor for an agent. */
function ownOf(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign = /^(?:ELECTRON_|NODE_OPTIONS$|NODE_REPL_EXTERNAL_MODULE$)/i
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.test(name)))
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
  const { environment } = answer
  const visible = {
    ...visibleVariables(environment, of.platform),
    ...visibleToCodex(environment, of.platform),
  }
  const { TERM: _, PATH: path = '', ...listed } = visible
  return { ...listed, PATH: united(path, given['PATH'] ?? '') }
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

/**
 * An environment without what an AppImage has put into it: its own folders, at the front of `PATH` and its like. They
 * are gone when Janus ends, and hold Electron's libraries, not the person's.
 */
export function withoutAppImage(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { APPIMAGE: image, APPDIR: folder = '' } = environment
  const mount = folder.replace(/\/+$/, '')
  if (!image || mount === '' || !isAbsolute(mount)) return environment
  const isOurs = (part: string): boolean => part === mount || part.startsWith(`${mount}/`)
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value = '']) => {
      const parts = value.split(':')
      const kept = parts.filter((part) => !isOurs(part))
      if (kept.length === parts.length) return [[name, value]]
      const rest = kept.join(':')
      return rest === '' ? [] : [[name, rest]]
    }),
  )
}
