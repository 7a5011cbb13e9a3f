import { sep } from 'node:path'

/** How a program of ours is started; what it has to know is put behind `args`. */
export interface ProgramCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Variables that any program of the person's may see as they have them; a `*` at the end stands for any rest. */
export const everyday: readonly string[] = [
  ...[
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
  ],
  ...['SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  ...['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['DISABLE_TELEMETRY', 'DISABLE_ERROR_REPORTING', 'DO_NOT_TRACK'],
]

/** What a Windows program does not start without. */
const windows = [
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT'],
  ...['USERPROFILE', 'USERNAME', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA'],
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROCESSOR_ARCHITECTURE'],
]

/** Of an environment, what `patterns` name, with `*` as above, and what the system needs to start a program at all. */
export function selectVariables(
  person: NodeJS.ProcessEnv,
  patterns: readonly string[],
  platform: NodeJS.Platform,
): Record<string, string> {
  const allowed = [...patterns, ...(platform === 'win32' ? windows : [])]
  const entries = Object.entries(person).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && allowed.some((pattern) => matches(entry[0], pattern, platform)),
  )
  return Object.fromEntries(entries)
}

/** Windows does not tell `Path` from `PATH`. */
function matches(name: string, pattern: string, platform: NodeJS.Platform): boolean {
  const [given, wanted] = platform === 'win32' ? [name.toUpperCase(), pattern.toUpperCase()] : [name, pattern]
  return wanted.endsWith('*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted
}

/** In the packed app a program lies beside the archive: out of it nothing can be started. */
export function outsideArchive(path: string, separator = sep): string {
  return path.replace(`${separator}app.asar${separator}`, `${separator}app.asar.unpacked${separator}`)
}
