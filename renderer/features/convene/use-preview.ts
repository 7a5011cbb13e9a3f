import { nameOfPeerIn } from '../../state/peers.ts'
import { useEffect, useState } from 'react'
import type { GatheringPreview } from '../../../main/contract/gatherings/gathering-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { seatedAgents, type CircleDraft } from './circle-draft.ts'
import { planFromDraft, type GatheringPlan } from './plan.ts'
import { problemFromMain, type InvalidInput } from './validation.ts'

/** Debounce; ms. */
const pause = 250

export interface Preview {
  /** The last answer; null before the first. */
  readonly told: GatheringPreview | null
  /** A problem with the current participants; null: none known. */
  readonly against: InvalidInput | null
  /** Why main could not be asked; else empty. */
  readonly problem: string
}

interface Answer extends Omit<Preview, 'against'> {
  readonly of: string
}

/** Asks main for an estimate, again when the draft or the state of a participant changes. */
export function usePreview(draft: CircleDraft): Preview {
  const [preview, setPreview] = useState<Answer>({ told: null, of: '', problem: '' })
  const agents = useMirror((now) => now.agents)
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const snapshots = useMirror((now) => now.snapshots)
  const planned = planFromDraft(draft, (id) => agents[id]?.name ?? nameOfPeerIn(fleet, id))
  const plan = JSON.stringify(planned)
  const sitters = sittersOf(planned)
  const standing = [...seatedAgents(draft)].map((id) => standingOf(agents[id])).join()
  useEffect(() => {
    let isOld = false
    const later = setTimeout(() => {
      const asked = JSON.parse(plan) as GatheringPlan
      ask('gatherings.preview', asked)
        .then((told) => !isOld && setPreview({ told, of: sittersOf(asked), problem: '' }))
        .catch((error: unknown) => !isOld && setPreview((now) => ({ ...now, problem: errorWords(error) })))
    }, pause)
    return () => {
      isOld = true
      clearTimeout(later)
    }
  }, [plan, standing, snapshots])
  const { told, problem, of } = preview
  // Ignore a problem that was reported for other participants.
  const against = told && of === sitters ? problemFromMain(told, draft) : null
  return { told, against, problem }
}

const sittersOf = ({ participants, harvester, user }: GatheringPlan) =>
  JSON.stringify([participants, harvester, user?.number])

/** The part of an agent's state that decides whether it could take part. */
const standingOf = (agent: AgentView | undefined): string =>
  agent ? `${agent.status} ${agent.needs ?? ''} ${agent.seat?.gathering ?? ''} ${agent.closed}` : 'gone'
