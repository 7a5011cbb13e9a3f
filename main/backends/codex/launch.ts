import { foldersOf, type FolderTrust, type PermissionMode } from '../../contract/api/model.ts'
import type { Launch, ToolEndpoints } from '../../ports/ports.ts'
import { markVariable } from '../../adapters/processes/agent-process.ts'
import { mapServers, type ToolPrograms } from '../../adapters/processes/agent-family.ts'
import type { AskForApproval } from './protocol.ts'

/** Everything a launch needs besides what the core says. */
export interface CodexLaunchSettings {
  /** Absolute, by all their names; what an agent runs can neither read nor change anything in them. */
  readonly closedFolders: readonly string[]
  readonly servers: Readonly<Record<string, object>>
  readonly introduction: string
  /** How the folder's own settings, hooks and servers stand: only in a trusted folder do they count. */
  readonly trust: FolderTrust
  /** Paths of skills that the folder brings along. */
  readonly folderSkills: readonly string[]
}

/** Longer than any call of ours waits, in seconds. */
const toolLimit = 600

/** The servers of one tab over stdio, known by its identity file. `mark` is in the environment of all its processes. */
export function codexToolServers(
  programs: ToolPrograms,
  identity: string,
  mark: string,
): CodexLaunchSettings['servers'] {
  return mapServers((name) => {
    const { command, args, env } = programs[name]
    return { command, args: [...args, identity], env: { ...env, ...markVariable(mark) }, ...common }
  })
}

/** The same in Janus's own process. The token goes in on Codex's input: it stands on no command line and in no environment. */
export function servedCodexTools({ urls, token }: ToolEndpoints): CodexLaunchSettings['servers'] {
  return mapServers((name) => ({
    url: urls[name],
    http_headers: { Authorization: `Bearer ${token}` },
    ...common,
  }))
}

/** Janus's own tools are not asked about, and a conversation does not begin without them. */
const common = {
  required: true,
  default_tools_approval_mode: 'approve',
  tool_timeout_sec: toolLimit,
  startup_timeout_sec: 60,
}

/** What a thread is begun, taken up or copied with. */
export function threadParams(launch: Launch, settings: CodexLaunchSettings): Record<string, unknown> {
  const { cwd, model, permissionMode } = launch
  const { approvalPolicy, profile } = modeOf(permissionMode)
  return {
    cwd,
    ...(model === null ? {} : { model }),
    approvalPolicy,
    // The user is asked, never a model.
    approvalsReviewer: 'user',
    ...(profile === null ? { sandbox: 'danger-full-access' } : { permissions: profile }),
    developerInstructions: settings.introduction,
    config: configOf(launch, settings),
  }
}

/** What each turn is begun with: so a mode or a model that was changed holds from the next turn on. */
export function turnParams(
  mode: PermissionMode,
  model: string | null,
  effort: string | null,
): Record<string, unknown> {
  const { approvalPolicy, profile } = modeOf(mode)
  return {
    approvalPolicy,
    approvalsReviewer: 'user',
    ...(profile === null ? { sandboxPolicy: { type: 'dangerFullAccess' } } : { permissions: profile }),
    ...(model === null ? {} : { model }),
    ...(effort === null ? {} : { effort }),
  }
}

/** `auto` is none of Codex's here: it would ask as usual. */
type CodexMode = Exclude<PermissionMode, 'auto'>

/** By mode: when Codex asks, and what its commands may do at most; null: everything. */
const modes: Readonly<
  Record<CodexMode, { readonly approvalPolicy: AskForApproval; readonly profile: string | null }>
> = {
  plan: { approvalPolicy: 'on-request', profile: 'janus-plan' },
  default: { approvalPolicy: 'untrusted', profile: 'janus' },
  // Changes of files in the folder are answered by `Cards`.
  acceptEdits: { approvalPolicy: 'untrusted', profile: 'janus' },
  bypassPermissions: { approvalPolicy: 'never', profile: null },
}

const modeOf = (mode: PermissionMode) => modes[mode === 'auto' ? 'default' : mode]

function configOf({ cwd, allowed }: Launch, settings: CodexLaunchSettings): Record<string, unknown> {
  const isTrusted = settings.trust === 'trusted'
  const closed = Object.fromEntries(settings.closedFolders.map((folder) => [folder, 'deny']))
  const reading = { ':root': 'read' }
  const added = Object.fromEntries(foldersOf(allowed).map((folder) => [folder, 'write']))
  const writing = {
    ':workspace_roots': { '.': 'write' },
    ':tmpdir': 'write',
    ':slash_tmp': 'write',
    ...added,
  }
  return {
    projects: { [cwd]: { trust_level: isTrusted ? 'trusted' : 'untrusted' } },
    mcp_servers: settings.servers,
    permissions: {
      janus: { filesystem: { ...reading, ...writing, ...closed } },
      'janus-plan': { filesystem: { ...reading, ...closed } },
    },
    'features.default_mode_request_user_input': true,
    suppress_unstable_features_warning: true,
    // Words of a folder that nobody trusts are not put before the model either.
    ...(isTrusted ? {} : { project_doc_max_bytes: 0 }),
    ...(isTrusted || settings.folderSkills.length === 0
      ? {}
      : { skills: { config: settings.folderSkills.map((path) => ({ path, enabled: false })) } }),
  }
}
