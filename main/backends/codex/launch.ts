import { foldersOf, type FolderTrust, type PermissionMode } from '../../contract/api/model.ts'
import type { Launch, ToolEndpoints } from '../../ports/ports.ts'
import { markVariable } from '../../adapters/processes/agent-process.ts'
import { mapServers, type ToolPrograms } from '../../adapters/processes/agent-family.ts'
import type { AskForApproval } from './protocol.ts'

export interface CodexLaunchSettings {
  /** Absolute paths in all spellings; an agent's commands can neither read nor change anything inside. */
  readonly closedFolders: readonly string[]
  readonly servers: Readonly<Record<string, object>>
  readonly introduction: string
  /** The folder's settings, hooks and servers apply only if it is trusted. */
  readonly trust: FolderTrust
  readonly folderSkills: readonly string[]
}

/** Seconds; longer than any call of Janus's tools waits. */
const toolLimit = 600

/** Tool servers over stdio, which know the agent by its identity file. `mark` is in their environment. */
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

/** Tool servers in Janus's process. The token goes through stdin, not a command line or environment. */
export function servedCodexTools({ urls, token }: ToolEndpoints): CodexLaunchSettings['servers'] {
  return mapServers((name) => ({
    url: urls[name],
    http_headers: { Authorization: `Bearer ${token}` },
    ...common,
  }))
}

/** Janus's own tools need no approval, and a conversation does not start without them. */
const common = {
  required: true,
  default_tools_approval_mode: 'approve',
  tool_timeout_sec: toolLimit,
  startup_timeout_sec: 60,
}

export function threadParams(launch: Launch, settings: CodexLaunchSettings): Record<string, unknown> {
  const { cwd, model, permissionMode } = launch
  const { approvalPolicy, profile } = modeOf(permissionMode)
  return {
    cwd,
    ...(model === null ? {} : { model }),
    approvalPolicy,
    // The user approves, not a model.
    approvalsReviewer: 'user',
    ...(profile === null ? { sandbox: 'danger-full-access' } : { permissions: profile }),
    developerInstructions: settings.introduction,
    config: configOf(launch, settings),
  }
}

/** Parameters of each turn, so that a changed mode or model applies from the next turn. */
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

/** Codex has no auto mode; it acts as default. */
type CodexMode = Exclude<PermissionMode, 'auto'>

/** When Codex asks, and the permission profile of its commands; null: unrestricted. */
const modes: Readonly<
  Record<CodexMode, { readonly approvalPolicy: AskForApproval; readonly profile: string | null }>
> = {
  plan: { approvalPolicy: 'on-request', profile: 'janus-plan' },
  default: { approvalPolicy: 'untrusted', profile: 'janus' },
  // `CodexCards` allows edits in the folder without asking.
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
    // Keeps an untrusted folder's instructions away from the model.
    ...(isTrusted ? {} : { project_doc_max_bytes: 0 }),
    ...(isTrusted || settings.folderSkills.length === 0
      ? {}
      : { skills: { config: settings.folderSkills.map((path) => ({ path, enabled: false })) } }),
  }
}
