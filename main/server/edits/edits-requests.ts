import { statSync } from 'node:fs'
import { claimLimits, type FileUseView } from '../../contract/edits/edits.ts'
import { isInsideGlob, matchesGlob } from '../../contract/timers/triggers.ts'
import { filesOf, pathFrom } from '../../core/edits/agent-files.ts'
import type { AgentState } from '../../core/step/state.ts'
import { iso } from '../../contract/words/times.ts'
import { findAgent, refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { settleFiles } from './edit-watch.ts'
import { realPath } from './real-paths.ts'

export function editHandlers(parts: RequestContext) {
  const { engine, workspace, log } = parts
  const nameOf = (id: string): string =>
    [...engine.state.agents.values()].find(({ agent }) => agent.id === id)?.agent.name ?? ''
  const usesOf = (state: AgentState): readonly FileUseView[] => {
    const { edited, claims, shared } = filesOf(state)
    const whose = { agent: state.agent.name, agentId: state.agent.id }
    const withOf = (path: string) => shared.filter((one) => one.path === path).map((one) => nameOf(one.with))
    return [
      ...edited.map(
        (path) => ({ path, ...whose, state: 'changed', until: '', sharedWith: withOf(path) }) as const,
      ),
      ...claims.map(
        ({ folder, glob, until }) =>
          ({
            path: realPath(folder, glob),
            ...whose,
            state: 'claimed',
            until: iso(until),
            sharedWith: shared
              .filter(({ path }) => isBelowGlob(folder, glob, path))
              .map((one) => nameOf(one.with)),
          }) as const,
      ),
    ]
  }
  return {
    'edits.list': async (_, { agent }) => {
      const all = agent === undefined ? [...engine.state.agents.values()] : [findAgent(parts, agent).state]
      const sources = { engine, git: workspace.git, log }
      await Promise.all(all.map((one) => settleFiles(sources, one.agent.id)))
      return all.flatMap((one) => usesOf(engine.state.agents.get(one.agent.id) ?? one))
    },
    'edits.claim': async (caller, { paths, minutes = claimLimits.minutes.usual }) => {
      if (caller.kind !== 'agent') throw refused('not_allowed', 'Only agents claim files.')
      const folder = realPath(findAgent(parts, caller.id).state.agent.cwd, '.')
      const globs = paths.map((path) => globOf(folder, path))
      if (globs.length === 0 && minutes > 0)
        throw refused('bad_request', 'Name the files, or say minutes 0 to release all that you have claimed.')
      await engine.command({ type: 'files.claimed', agent: caller.id, folder, globs, minutes })
      const state = findAgent(parts, caller.id).state
      const { claims } = filesOf(state)
      const others = [...engine.state.agents.values()].filter(
        ({ agent }) => agent.id !== caller.id && agent.closedAt === null,
      )
      return {
        claims: claims.map(({ glob, until }) => ({ path: glob, until: iso(until) })),
        others: minutes === 0 ? [] : others.flatMap(usesOf).filter(({ path }) => meets(folder, globs, path)),
      }
    },
  } satisfies Partial<Handlers>

  /** Whether another agent's file or claim overlaps the claimed globs. */
  function meets(folder: string, globs: readonly string[], path: string): boolean {
    const below = pathFrom(folder, path)
    if (below !== path && globs.some((glob) => glob === below || matchesGlob(glob, below))) return true
    const named = globs.map((glob) => realPath(folder, glob))
    return named.some((one) => one === path || matchesGlob(path, one))
  }
}

const isBelowGlob = (folder: string, glob: string, path: string): boolean =>
  pathFrom(folder, path) !== path && matchesGlob(glob, pathFrom(folder, path))

/** A path or glob relative to the agent's folder. Refuses globs that match everything in it. */
function globOf(folder: string, written: string): string {
  // Everything before the first pattern is a path.
  const at = written.search(/[^/]*[*?]/)
  const real = realPath(folder, at < 0 ? written : written.slice(0, at))
  const isFolder = statSync(real, { throwIfNoEntry: false })?.isDirectory() === true
  const glob = pathFrom(folder, at >= 0 ? `${real}/${written.slice(at)}` : isFolder ? `${real}/**` : real)
  if (!isInsideGlob(glob))
    throw refused('bad_request', `${JSON.stringify(written)} is not a file or glob in your folder.`)
  if (!/[^*?/.]/.test(glob))
    throw refused('bad_request', `${JSON.stringify(written)} would claim everything. Name a folder or files.`)
  return glob
}
