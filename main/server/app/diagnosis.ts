import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { initialSettings, type SettingName } from '../../contract/app/settings.ts'
import type { AppStatus, KindStatus } from '../../contract/api/views.ts'
import { isBelow } from '../../adapters/folder/folder-identity.ts'
import type { RequestContext } from '../api/request-context.ts'

/**
 * For bug reports. Contains only counts, versions, paths and names of settings: nothing that users and agents
 * wrote, named or chose, and of an account only whether there is one.
 */
export function diagnosisOf(parts: Pick<RequestContext, 'build' | 'status' | 'engine'>): string {
  const status = parts.status()
  const { facts, runtime } = parts.build
  const { commit, channel } = facts
  const { node, electron, chromium, system } = runtime
  return [
    `Janus ${status.version} (${channel}, commit ${commit ?? 'unknown'}), ${status.shell}${status.rehearsal ? ', demo' : ''}`,
    `System: ${system}`,
    `Node ${node}${electron === null ? '' : `, Electron ${electron}, Chromium ${chromium ?? 'unknown'}`}`,
    `Folder: ${short(status.stateFolder)}`,
    ...status.kinds.filter(({ checkedAt }) => checkedAt !== null).map(programLine),
    `Agents: ${counted(agentStates(parts))}`,
    `Links: ${String(parts.engine.state.links.size)}, gatherings: ${String(parts.engine.state.gatherings.size)}`,
    `Settings changed: ${changedSettings(status).join(', ') || 'none'}`,
    `Fleet: ${status.fleet === null ? 'none' : `${String(status.fleet.machines.length)} machines`}`,
    `Disk warnings: ${String(status.disk.length)}, notices: ${String(status.notices.length)}`,
  ].join('\n')
}

function programLine({ kind, path, version, oldest, login, problem, download }: KindStatus): string {
  const signedIn = { in: 'yes', out: 'no', unknown: 'unknown' }[login]
  const downloaded = download === undefined ? '' : `, download ${download.state.kind}`
  return `${kind}: ${version ?? 'no version'} (${oldest} or newer) at ${path === null ? 'none' : short(path)}, signed in: ${signedIn}, problem: ${problem?.line ?? 'none'}${downloaded}`
}

function agentStates({ engine }: Pick<RequestContext, 'engine'>): string[] {
  return [...engine.state.agents.values()]
    .filter(({ agent }) => agent.closedAt === null)
    .map(
      ({ agent: { kind, status, trouble } }) => `${kind} ${status}${trouble === null ? '' : ` (${trouble})`}`,
    )
}

function counted(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${String(count)} ${word}`).join(', ') || 'none'
}

function changedSettings({ settings }: AppStatus): SettingName[] {
  const names = Object.keys(initialSettings) as SettingName[]
  return names.filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(initialSettings[name]))
}

/** Hides the home folder's path, which contains the user's name. */
function short(path: string): string {
  const home = homedir()
  return isBelow(home, path) ? join('~', relative(home, path)) : path
}
