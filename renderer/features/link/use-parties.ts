import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { CrossingView, LinkView } from '../../../main/contract/link-views.ts'
import type { AgentId } from '../../../main/contract/model.ts'
import { useMirror } from '../../state/store.ts'
import { keepKnown, knownLink } from './link-memory.ts'
import { partiesOf, type Party } from './parties.ts'

const nothing: readonly CrossingView[] = []

/** Who is and was a member of the link in view. */
export const Parties = createContext<readonly Party[]>([])

/** Reads who is and was a member, and remembers it on this machine. */
export function useKnownParties(link: LinkView): readonly Party[] {
  const agents = useMirror((now) => now.agents)
  const items = useMirror((now) => now.logs.link[link.id]?.rows ?? nothing)
  const [known] = useState(() => knownLink(link.id))
  const told = JSON.stringify(partiesOf({ link, agents, known: known.members, items }))
  const parties = useMemo(() => JSON.parse(told) as readonly Party[], [told])
  const { id, mode } = link
  useEffect(() => {
    const members = parties.map((one) => [one.id, one.name] as const)
    keepKnown(id, { members, mode: mode === 'paused' ? knownLink(id).mode : mode })
  }, [id, mode, parties])
  return parties
}

/** The last known name of a member of the link in view. */
export const usePartyName = (id: AgentId, otherwise: string): string =>
  useContext(Parties).find((one) => one.id === id)?.name ?? otherwise
