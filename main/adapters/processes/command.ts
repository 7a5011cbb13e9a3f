import { sep } from 'node:path'

/** How a program of ours is started; what it has to know is put behind `args`. */
export interface ProgramCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Variables that any program of the user's may see as they have them; a `*` at the end stands for any rest. */
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

/** What a Windows program does not start without. */
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

/** Of an environment, what `patterns` name, with `*` as above, and what the system needs to start a program at all. */
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

/** Where programs look up what they reach without a proxy; some read the one, some the other. */
export const unproxied = ['NO_PROXY', 'no_proxy'] as const

/**
 * What keeps a program's calls to Janus off the user's proxy, which else is sent them, with the token in them: it
 * could not reach this machine's own addresses anyway.
 */
export function pastProxies(seen: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(seen)
    .filter(([name]) => name.toUpperCase() === 'NO_PROXY')
    .flatMap(([, list]) => list.split(',').map((host) => host.trim()))
  const hosts = [...new Set([...named, '127.0.0.1', 'localhost', '::1'])].filter((host) => host !== '')
  return Object.fromEntries(unproxied.map((name) => [name, hosts.join(',')]))
}

/** Whether a variable is named by a pattern, with `*` as above. Windows does not tell `Path` from `PATH`. */
export function matchesName(name: string, pattern: string, platform: NodeJS.Platform): boolean {
  const [given, wanted] = platform === 'win32' ? [name.toUpperCase(), pattern.toUpperCase()] : [name, pattern]
  return wanted.endsWith('*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted
}

/** In the packed app a program lies beside the archive: out of it nothing can be started. */
export function outsideArchive(path: string, separator = sep): string {
  return path.replace(`${separator}app.asar${separator}`, `${separator}app.asar.unpacked${separator}`)
}

/** What a Windows program does not start without. */
const needed = ['SYSTEMROOT', 'WINDIR', 'TEMP', 'TMP']

/** The environment of a program of ours that asks nothing of it. */
export function programVariables(): Record<string, string> {
  return Object.fromEntries(needed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
