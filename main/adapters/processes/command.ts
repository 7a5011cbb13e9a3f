import { sep } from 'node:path'

/** Callers append their arguments to `args`. */
export interface ProgramCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Variables that every program may inherit; a trailing `*` matches any rest. */
export const everyday: readonly string[] = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_*',
  'TERM',
  'TMPDIR',
  'TMP',
  'TEMP',
  'TZ',
  'XDG_*',
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'DBUS_SESSION_BUS_ADDRESS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'DISABLE_TELEMETRY',
  'DISABLE_ERROR_REPORTING',
  'DO_NOT_TRACK',
]

/** Variables that Windows programs need to start. */
const windows = [
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'USERNAME',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROCESSOR_ARCHITECTURE',
]

/** Selects the variables that match `patterns`, and those that the system needs to start a program. */
export function selectVariables(
  user: NodeJS.ProcessEnv,
  patterns: readonly string[],
  platform: NodeJS.Platform,
): Record<string, string> {
  const allowed = [...patterns, ...(platform === 'win32' ? windows : [])]
  const entries = Object.entries(user).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && allowed.some((pattern) => matchesName(entry[0], pattern, platform)),
  )
  return Object.fromEntries(entries)
}

/** Programs differ in which one they read. */
export const unproxied = ['NO_PROXY', 'no_proxy'] as const

/**
 * Excludes loopback from the user's proxy, which would otherwise receive calls to Janus with their token
 * and could not reach this machine anyway.
 */
export function pastProxies(seen: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(seen)
    .filter(([name]) => name.toUpperCase() === 'NO_PROXY')
    .flatMap(([, list]) => list.split(',').map((host) => host.trim()))
  const hosts = [...new Set([...named, '127.0.0.1', 'localhost', '::1'])].filter((host) => host !== '')
  return Object.fromEntries(unproxied.map((name) => [name, hosts.join(',')]))
}

/** Ignores case on Windows. */
export function matchesName(name: string, pattern: string, platform: NodeJS.Platform): boolean {
  const [given, wanted] = platform === 'win32' ? [name.toUpperCase(), pattern.toUpperCase()] : [name, pattern]
  return wanted.endsWith('*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted
}

/** In the packed app programs are outside of the asar archive, since nothing can be executed from inside. */
export function outsideArchive(path: string, separator = sep): string {
  return path.replace(`${separator}app.asar${separator}`, `${separator}app.asar.unpacked${separator}`)
}

/** Variables that Windows programs need to start. */
const needed = ['SYSTEMROOT', 'WINDIR', 'TEMP', 'TMP']

/** A minimal environment for our own programs. */
export function programVariables(): Record<string, string> {
  return Object.fromEntries(needed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
