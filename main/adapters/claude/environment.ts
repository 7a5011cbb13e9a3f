/** Variables that a CLI may see as the person has them; a `*` at the end stands for any rest. */
const plain = [
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
  ...[
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'ALL_PROXY',
    'NO_PROXY',
    'http_proxy',
    'https_proxy',
    'all_proxy',
    'no_proxy',
  ],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'CLAUDE_CONFIG_DIR'],
  ...[
    'DISABLE_TELEMETRY',
    'DISABLE_ERROR_REPORTING',
    'DO_NOT_TRACK',
    'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
  ],
]

/** What a Windows program does not start without. */
const windows = [
  ...[
    'SYSTEMROOT',
    'SYSTEMDRIVE',
    'WINDIR',
    'COMSPEC',
    'PATHEXT',
    'USERPROFILE',
    'USERNAME',
    'HOMEDRIVE',
    'HOMEPATH',
  ],
  ...[
    'APPDATA',
    'LOCALAPPDATA',
    'PROGRAMDATA',
    'PROGRAMFILES',
    'PROGRAMFILES(X86)',
    'PROCESSOR_ARCHITECTURE',
  ],
  'CLAUDE_CODE_GIT_BASH_PATH',
]

/** Where the person's model and account are. */
const account = [
  ...['ANTHROPIC_*', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_USE_*', 'CLAUDE_CODE_SKIP_*'],
  ...['AWS_*', 'GOOGLE_*', 'CLOUD_ML_REGION', 'VERTEX_REGION_*'],
]

/** What every CLI of ours is told. */
const switches = {
  CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
  CLAUDE_AGENT_SDK_CLIENT_APP: 'janus',
  DISABLE_AUTOUPDATER: '1',
}

/**
 * The whole environment of a CLI: what is listed above and nothing else, then `overrides`. Overrides that
 * name another model's address replace all of the person's account, so that no key goes there.
 */
export function childEnvironment(
  person: NodeJS.ProcessEnv,
  overrides: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const isForeign = 'ANTHROPIC_BASE_URL' in overrides
  return { ...chosen(person, [...plain, ...(isForeign ? [] : account)], platform), ...switches, ...overrides }
}

/** What of an environment a CLI may see. */
export function personsVariables(
  person: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  return chosen(person, [...plain, ...account], platform)
}

function chosen(
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

/** What would lead past a model's address, or to it by another way. */
const detours = [
  ...['BEDROCK', 'VERTEX', 'FOUNDRY', 'MANTLE', 'GATEWAY', 'ANTHROPIC_AWS', 'ANTHROPIC_GOOGLE_CLOUD'].map(
    (provider) => `CLAUDE_CODE_USE_${provider}`,
  ),
  ...['ANTHROPIC_UNIX_SOCKET', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'],
  ...['http_proxy', 'https_proxy', 'all_proxy'],
]

/**
 * What the settings of a trusted folder may not change for its CLI: our own switches and mark, where the
 * conversations are, and (with overrides that name another model's address) which model answers. No secrets:
 * it stands on the command line.
 */
export function pinnedEnvironment(
  environment: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = [...Object.keys(switches), 'JANUS_PROCESS', 'CLAUDE_CONFIG_DIR', 'HOME']
  const own = names.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const address = overrides['ANTHROPIC_BASE_URL']
  if (address === undefined) return Object.fromEntries(own)
  const closed = detours.map((name) => [name, ''] as const)
  return Object.fromEntries([...own, ...closed, ['ANTHROPIC_BASE_URL', address]])
}

/** Windows does not tell `Path` from `PATH`. */
function matches(name: string, pattern: string, platform: NodeJS.Platform): boolean {
  const [given, wanted] = platform === 'win32' ? [name.toUpperCase(), pattern.toUpperCase()] : [name, pattern]
  return wanted.endsWith('*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted
}
