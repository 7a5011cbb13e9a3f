import { useMemo } from 'react'
import type { AgentId, Author } from '../../../main/contract/model.ts'
import { useFace } from '../../components/avatar.tsx'
import type { Face } from '../../components/identity.ts'
import { useMirror, type Settled } from '../../store.ts'

/** The agent of that name, if it is (still) here. */
export const agentNamed = (now: Pick<Settled, 'agents'>, name: string): AgentId | null => {
  const wanted = name.trim().toLowerCase()
  return Object.values(now.agents).find((agent) => agent.name.toLowerCase() === wanted)?.id ?? null
}

/** The same, followed. */
export const useAgentNamed = (name: string): AgentId | null => useMirror((now) => agentNamed(now, name))

/**
 * Who is meant by the sender's name of a report: agents by their name, the person as `human`, Janus as `system`.
 * Names of agents are neither of the two words.
 */
export interface Sender {
  readonly name: string
  readonly face: Face
  readonly isPerson: boolean
}

/** The sender of a report, as the window shows them. */
export function useSender(from: string): Sender {
  const id = useAgentNamed(from)
  const person = useMirror((now) => now.status?.person ?? '')
  const isPerson = id === null && (from === 'human' || from === person)
  const author = useMemo((): Author => {
    if (isPerson) return { kind: 'human', via: 'window' }
    if (id === null && from === 'system') return { kind: 'system' }
    return { kind: 'agent', id: id ?? ('agt-' as AgentId) }
  }, [id, isPerson, from])
  const name = isPerson && person !== '' ? person : senderName(from)
  return { name, face: useFace(author, name), isPerson }
}

/** A sender's name in words, where the person's own is not known. */
export const senderName = (from: string): string =>
  from === 'system' ? 'Janus' : from === 'human' ? 'you' : from
