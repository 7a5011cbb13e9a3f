import type {
  EffortLevel,
  McpSdkServerConfigWithInstance,
  McpServerConfig,
  Options,
} from '@anthropic-ai/claude-agent-sdk'
import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import { foldersOf, rulesOf, type FolderTrust } from '../../contract/api/model.ts'
import { ownServers, type OwnServer } from '../../contract/agents/tool-calls.ts'
import type { Launch, ToolEndpoints } from '../../ports/ports.ts'
import type { BeforeEdit } from '../../ports/edits.ts'
import type { OpenedTools } from '../../ports/tools.ts'
import { mapServers, type ToolPrograms } from '../../adapters/processes/agent-family.ts'
import { pinnedEnvironment } from './environment.ts'

/** The CLI's own tools for messages and timers; an agent must use those of Janus instead. */
export const switchedOff = [
  'SendMessage',
  'ListAgents',
  'CronCreate',
  'CronList',
  'CronDelete',
  'ScheduleWakeup',
  'Monitor',
] as const

/** Field of a tool call's `_meta` where the CLI puts its id of the call. */
export const callIdMeta = 'claudecode/toolUseId'

/** Listed with each in-process tool so that the model always sees it; see `pipedTools`. */
export const alwaysLoadMeta = { 'anthropic/alwaysLoad': true } as const

export interface ClaudeLaunchSettings {
  /** Absolute paths. File tools may neither read nor change anything inside. */
  readonly closedFolders: readonly string[]
  /** Absolute path of the user's attachments; every agent may read them without asking. */
  readonly readableFolder: string | null
  readonly mcpServers: Readonly<Record<OwnServer, McpServerConfig>>
  readonly environment: Readonly<Record<string, string>>
  /** Added to every agent's environment; folders may not change a part of it. */
  readonly overrides: Readonly<Record<string, string>>
  readonly appendSystemPrompt: string
  readonly cliPath: string | null
  /** The folder's settings, hooks and MCP servers apply only if it is trusted. */
  readonly trust: FolderTrust
}

export type SessionStart = { readonly how: 'resume' | 'begin'; readonly conversation: string }

/**
 * In-process tool servers over the CLI's own pipes: no port and no secret. The SDK sends the CLI their
 * tools at startup; each tool is itself marked as always loaded.
 */
export function pipedTools(open: (server: OwnServer) => OpenedTools): ClaudeLaunchSettings['mcpServers'] {
  return mapServers((name) => {
    // The SDK only connects it, so the type doesn't matter.
    const instance = open(name) as unknown as McpSdkServerConfigWithInstance['instance']
    return { type: 'sdk', name, instance }
  })
}

/** The tool servers over HTTP in the app's process; their tools are always loaded. */
export function servedClaudeTools({ urls, token }: ToolEndpoints): ClaudeLaunchSettings['mcpServers'] {
  return mapServers((name) => ({
    type: 'http',
    url: urls[name],
    alwaysLoad: true,
    // Sent on the CLI's input with the rest of the server configuration: see `mcpServersDelivery`.
    headers: { Authorization: `Bearer ${token}` },
  }))
}

/** The tool servers as separate processes, which know the agent by its identity file. */
export function startedTools(programs: ToolPrograms, identity: string): ClaudeLaunchSettings['mcpServers'] {
  return mapServers((name) => {
    const { command, args, env } = programs[name]
    return {
      type: 'stdio',
      command,
      alwaysLoad: true,
      args: [...args, identity, callIdMeta],
      ...(env ? { env: { ...env } } : {}),
    }
  })
}

export function conversationProblem({ conversation }: Launch): string | null {
  return isUuid(conversation) ? null : 'The conversation of this tab has no valid id.'
}

/** The effort without thinking; it is set by a request of its own. */
export const noThinking = 'none'

/** Effort for the CLI; null for its default, for `noThinking`, and for unknown values. */
export function effortOf(effort: string | null): EffortLevel | null {
  const isLevel = effort !== noThinking && expectedAbilities.claude.efforts.includes(effort ?? '')
  return isLevel ? (effort as EffortLevel) : null
}

/** Options for the SDK. They may contain no secrets: some are on the CLI's command line. */
export function launchOptions(
  launch: Launch,
  entrance: SessionStart,
  settings: ClaudeLaunchSettings,
): Options {
  const { conversation } = entrance
  return {
    cwd: launch.cwd,
    env: { ...settings.environment },
    ...(settings.cliPath === null ? {} : { pathToClaudeCodeExecutable: settings.cliPath }),
    ...(entrance.how === 'resume' ? { resume: conversation } : { sessionId: conversation }),
    ...(launch.model === null ? {} : { model: launch.model }),
    ...(effortOf(launch.effort) === null ? {} : { effort: effortOf(launch.effort) as EffortLevel }),
    permissionMode: launch.permissionMode,
    allowDangerouslySkipPermissions: launch.permissionMode === 'bypassPermissions',
    includePartialMessages: true,
    // Otherwise the CLI sends only a subagent's calls, not its text.
    forwardSubagentText: true,
    // An interrupt ends only the turn; background tasks have their own stop button.
    perTaskStopAffordance: true,
    // The CLI stores files before its tools change them, so that edits can be reverted.
    enableFileCheckpointing: true,
    // The user's own settings always apply: they may contain the login.
    settingSources: settings.trust === 'trusted' ? ['user', 'project', 'local'] : ['user'],
    strictMcpConfig: settings.trust !== 'trusted',
    mcpServers: { ...settings.mcpServers },
    // Via stdin: other users of the machine can read a command line.
    mcpServersDelivery: 'initialize',
    disallowedTools: [...switchedOff],
    systemPrompt: { type: 'preset', preset: 'claude_code', append: settings.appendSystemPrompt },
    settings: {
      env: pinnedEnvironment(settings.environment, settings.overrides),
      // Otherwise a trusted folder could make the CLI delete conversations of all folders, and a month
      // without use this one.
      cleanupPeriodDays: 36_500,
      crossSessionInbound: 'refuse',
      ...againstNamesakes(settings.mcpServers),
      // In plan mode too the user is asked, not a model.
      useAutoModeDuringPlan: false,
      permissions: {
        allow: [
          ...ownServers.map((server) => `mcp__${server}`),
          ...(settings.readableFolder === null ? [] : rulesFor('Read', settings.readableFolder)),
          ...rulesOf(launch.allowed),
        ],
        // The SDK's option of this name would also load commands and skills from that folder.
        additionalDirectories: foldersOf(launch.allowed),
        deny: settings.closedFolders.flatMap((folder) => denyRules(folder)),
      },
    } as NonNullable<Exclude<Options['settings'], string>>,
  }
}

/**
 * A trusted folder's server of the same name would get its tools allowed like Janus's. The deny rule
 * applies only to servers that the CLI starts or connects to, so Janus's in-process servers are not
 * affected.
 */
function againstNamesakes(servers: ClaudeLaunchSettings['mcpServers']): {
  readonly deniedMcpServers?: readonly { readonly serverName: string }[]
} {
  const piped = ownServers.filter((name) => servers[name].type === 'sdk')
  return piped.length === 0 ? {} : { deniedMcpServers: piped.map((serverName) => ({ serverName })) }
}

export function denyRules(stateFolder: string, platform: NodeJS.Platform = process.platform): string[] {
  return ['Read', 'Edit', 'Write'].flatMap((tool) => rulesFor(tool, stateFolder, platform))
}

function rulesFor(tool: string, folder: string, platform: NodeJS.Platform = process.platform): string[] {
  const names = platform === 'win32' ? windowsNames(folder) : [folder]
  return names.flatMap((name) => {
    // Brackets would be read as a pattern; `?` denies too much rather than too little.
    const path = name.replace(/[[\]\\]/g, '?').replace(/\/+$/, '')
    // Two slashes: relative to the root, not to the folder of the settings.
    return [`${tool}(/${path})`, `${tool}(/${path}/**)`]
  })
}

/**
 * All names that the CLI's rules have for a Windows path: `C:\mo` is `/c/mo`; `\\?\C:\mo` and the drive's
 * share are different names and would pass. (No rule matches `\\.\C:\mo`.)
 */
function windowsNames(path: string): string[] {
  const plain = path.replaceAll('\\', '/').replace(/^\/\/[?.]\/(UNC\/)?/i, (_, share) => (share ? '//' : ''))
  const [, drive, rest] = /^([a-z]):(.*)$/is.exec(plain) ?? []
  if (drive === undefined || rest === undefined) return [plain]
  return [`/${drive.toLowerCase()}${rest}`, `/**/${drive}:${rest}`, `/**/${drive}$${rest}`]
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
}

export interface ClaudeRunSettings {
  readonly configFolder: string
  program(): Promise<string | null>
  readonly beforeEdit?: BeforeEdit | undefined
  /** Creates the agent's identity and the rest of its launch; called once per process. */
  prepare(): Omit<ClaudeLaunchSettings, 'trust' | 'cliPath'>
}
