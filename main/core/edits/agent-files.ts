import type { AgentId } from '../../contract/api/model.ts'
import type { FileClaim, SharedFile, SharedWhy } from '../../contract/edits/edits.ts'
import { matchesGlob } from '../../contract/timers/triggers.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import type { AgentFiles, KnownShared } from './edit-commands.ts'

const none: AgentFiles = { edited: [], claims: [], shared: [] }

export const filesOf = ({ agent }: Pick<AgentState, 'agent'>): AgentFiles => agent.files ?? none

export function keepFiles(step: Step, id: AgentId, patch: Partial<AgentFiles>): void {
  step.agent(id, { files: { ...filesOf(step.get(id)), ...patch } })
}

/** A path relative to a folder; absolute if it is elsewhere. */
export function pathFrom(folder: string, path: string): string {
  const start = folder.replaceAll('\\', '/').replace(/\/*$/, '/')
  return path.startsWith(start) ? path.slice(start.length) : path
}

function isClaimed({ folder, glob, until }: FileClaim, path: string, now: number): boolean {
  const below = pathFrom(folder, path)
  return until > now && below !== path && matchesGlob(glob, below)
}

export function concernOf(state: AgentState, path: string, now: number): SharedWhy | null {
  const { edited, claims } = filesOf(state)
  if (edited.includes(path)) return 'changed'
  return claims.some((claim) => isClaimed(claim, path, now)) ? 'claimed' : null
}

interface Concerned extends Pick<SharedFile, 'path' | 'why'> {
  readonly other: AgentState
}

export function concernedBy(
  agents: Iterable<AgentState>,
  by: AgentId,
  paths: readonly string[],
  now: number,
): readonly Concerned[] {
  const others = [...agents].filter(({ agent }) => agent.id !== by)
  return paths.flatMap((path) =>
    others.flatMap((other) => {
      const why = concernOf(other, path, now)
      return why === null ? [] : [{ other, path, why }]
    }),
  )
}

/**
 * Whether two agents still share a file: the first has changed or claimed it, and the second has changed it
 * or is in a turn that may.
 */
export function isStillShared(step: Step, id: AgentId, { path, with: other, isSecond }: SharedFile): boolean {
  const [me, peer] = [step.get(id), step.find(other)]
  if (!peer) return false
  const [first, second] = isSecond ? [peer, me] : [me, peer]
  if (second.agent.closedAt !== null || concernOf(first, path, step.now) === null) return false
  return second.turn !== null || second.background.length > 0 || filesOf(second).edited.includes(path)
}

export const isUnheard = ({ mailbox }: Pick<AgentState, 'mailbox'>, { notice }: KnownShared): boolean =>
  mailbox.some(({ id, state }) => id === notice && state === 'queued')
