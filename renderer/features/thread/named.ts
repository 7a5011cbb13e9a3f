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

/** How somebody looks of whom only the name is told: the person, Janus, or an agent. */
export function useFaceNamed(name: string): Face {
  const id = useAgentNamed(name)
  const isPerson = useMirror((now) => now.status?.person === name)
  const author = useMemo((): Author => {
    if (isPerson) return { kind: 'human', via: 'window' }
    if (id === null && name === 'Janus') return { kind: 'system' }
    return { kind: 'agent', id: id ?? ('agt-' as AgentId) }
  }, [id, isPerson, name])
  return useFace(author, name)
}
