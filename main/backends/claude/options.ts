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

/** The CLI's own ways to write to others and to set timers: in a tab all of that passes through Janus. */
export const switchedOff = [
  'SendMessage',
  'ListAgents',
  'CronCreate',
  'CronList',
  'CronDelete',
  'ScheduleWakeup',
  'Monitor',
] as const

/** Where in the `_meta` of a tool's call the CLI puts its own id of it. */
export const callIdMeta = 'claudecode/toolUseId'

/** What is listed with each tool in the app's process, so that it is always before the model; see `pipedTools`. */
export const alwaysLoadMeta = { 'anthropic/alwaysLoad': true } as const

/** Everything a launch needs besides what the core says. */
export interface ClaudeLaunchSettings {
  /** Absolute; no agent may read or change anything in them through its file tools. */
  readonly closedFolders: readonly string[]
  /** Absolute; what lies in it every agent may read unasked: the user has attached it. */
  readonly readableFolder: string | null
  readonly mcpServers: Readonly<Record<OwnServer, McpServerConfig>>
  readonly environment: Readonly<Record<string, string>>
  /** Set on top of the environment for every agent, a part of which no folder may change. */
  readonly overrides: Readonly<Record<string, string>>
  readonly appendSystemPrompt: string
  readonly cliPath: string | null
  /** How the folder's own settings, hooks and MCP servers stand: only in a trusted folder do they count. */
  readonly trust: FolderTrust
}

/** How a conversation is entered. */
export type SessionStart = { readonly how: 'resume' | 'begin'; readonly conversation: string }

/**
 * The servers of one tab in the app's process, over the CLI's own pipes: nothing is listened to, and no secret is
 * handed over. The SDK tells the CLI their tools at its start, which keep nothing waiting; that they are always before
 * the model each tool says itself.
 */
export function pipedTools(open: (server: OwnServer) => OpenedTools): ClaudeLaunchSettings['mcpServers'] {
  return mapServers((name) => {
    // The SDK connects it, and asks nothing else of it.
    const instance = open(name) as unknown as McpSdkServerConfigWithInstance['instance']
    return { type: 'sdk', name, instance }
  })
}

/** The servers of one tab over HTTP, in the app's process; their tools are always before the model. */
export function servedClaudeTools({ urls, token }: ToolEndpoints): ClaudeLaunchSettings['mcpServers'] {
  return mapServers((name) => ({
    type: 'http',
    url: urls[name],
    alwaysLoad: true,
    // Handed over on the CLI's input, with all that is said of its servers: see `mcpServersDelivery`.
    headers: { Authorization: `Bearer ${token}` },
  }))
}

/** The same as processes, which know the tab by its identity file. */
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

/** What is wrong with the conversation of a launch, in words for a user, or null. */
export function conversationProblem({ conversation }: Launch): string | null {
  return isUuid(conversation) ? null : 'The conversation of this tab has no valid id.'
}

/** The effort in which its model does not think before it answers; told by a request of its own. */
export const noThinking = 'none'

/** How hard the CLI is told to let its model think; null: its own choice, also where it is not to think, or for a word that it does not know. */
export function effortOf(effort: string | null): EffortLevel | null {
  const isLevel = effort !== noThinking && expectedAbilities.claude.efforts.includes(effort ?? '')
  return isLevel ? (effort as EffortLevel) : null
}

/** The SDK's options for one process. Nothing private: some of them stand on its command line. */
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
    // Without it of subagents only their calls come, not their words.
    forwardSubagentText: true,
    // An interrupt ends the turn alone: what runs in the background has a Stop of its own at the side.
    perTaskStopAffordance: true,
    // What a file was like before its tools change it is kept by the CLI itself, so that it can be taken back.
    enableFileCheckpointing: true,
    // The user's own settings always count: their login may be in them.
    settingSources: settings.trust === 'trusted' ? ['user', 'project', 'local'] : ['user'],
    strictMcpConfig: settings.trust !== 'trusted',
    mcpServers: { ...settings.mcpServers },
    // On its input: what is on a command line, others of this machine can read.
    mcpServersDelivery: 'initialize',
    disallowedTools: [...switchedOff],
    systemPrompt: { type: 'preset', preset: 'claude_code', append: settings.appendSystemPrompt },
    settings: {
      env: pinnedEnvironment(settings.environment, settings.overrides),
      // Or a trusted folder could have the conversations of all folders removed, and a month of rest this one.
      cleanupPeriodDays: 36_500,
      crossSessionInbound: 'refuse',
      ...againstNamesakes(settings.mcpServers),
      // In plan mode too it is the user who is asked, not a model.
      useAutoModeDuringPlan: false,
      permissions: {
        allow: [
          ...ownServers.map((server) => `mcp__${server}`),
          ...(settings.readableFolder === null ? [] : rulesFor('Read', settings.readableFolder)),
          ...rulesOf(launch.allowed),
        ],
        // Not as the option of this name, which takes over commands and skills of such a folder.
        additionalDirectories: foldersOf(launch.allowed),
        deny: settings.closedFolders.flatMap((folder) => denyRules(folder)),
      },
    } as NonNullable<Exclude<Options['settings'], string>>,
  }
}

/**
 * A trusted folder's server of the same name would have its tools among Janus's, allowed like them. The rule is one about
 * servers that the CLI starts or reaches: over its pipes ours are none.
 */
function againstNamesakes(servers: ClaudeLaunchSettings['mcpServers']): {
  readonly deniedMcpServers?: readonly { readonly serverName: string }[]
} {
  const piped = ownServers.filter((name) => servers[name].type === 'sdk')
  return piped.length === 0 ? {} : { deniedMcpServers: piped.map((serverName) => ({ serverName })) }
}

/** Janus's own folder is closed to the file tools: itself and all that is in it. */
export function denyRules(stateFolder: string, platform: NodeJS.Platform = process.platform): string[] {
  return ['Read', 'Edit', 'Write'].flatMap((tool) => rulesFor(tool, stateFolder, platform))
}

function rulesFor(tool: string, folder: string, platform: NodeJS.Platform = process.platform): string[] {
  const names = platform === 'win32' ? windowsNames(folder) : [folder]
  return names.flatMap((name) => {
    // These would be read as a pattern; "any character" closes too much rather than too little.
    const path = name.replace(/[[\]\\]/g, '?').replace(/\/+$/, '')
    // Two slashes: from the root, not from the folder of the settings.
    return [`${tool}(/${path})`, `${tool}(/${path}/**)`]
  })
}

/**
 * A path of Windows by every name that the CLI has for it in a rule: `C:\mo` is `/c/mo`; as `\\?\C:\mo` and over the
 * share of a drive it is another one, and would be let through. (No rule takes hold of `\\.\C:\mo`.)
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

/** What a life of a Claude agent needs besides. */
export interface ClaudeRunSettings {
  readonly configFolder: string
  /** The CLI; null: there is none. */
  program(): Promise<string | null>
  readonly beforeEdit?: BeforeEdit | undefined
  /** Makes the agent's identity and the rest of its launch; called once per process. */
  prepare(): Omit<ClaudeLaunchSettings, 'trust' | 'cliPath'>
}
