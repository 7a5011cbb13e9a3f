import { useEffect, useState } from 'react'
import type { GatheringPreview } from '../../../main/contract/gathering-views.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { wordsOf } from '../../act.ts'
import { ask } from '../../connection.ts'
import { useMirror } from '../../store.ts'
import { takenBy, type CircleDraft } from './circle-draft.ts'
import { planOf, type Plan } from './plan.ts'

/** A hand that goes on changing is not asked about, in ms. */
const pause = 250

/** What a circle would come to, as main says. */
export interface Preview {
  /** As it was said last; null: not yet. */
  readonly told: GatheringPreview | null
  /** Why it could not be asked; else empty. */
  readonly problem: string
}

/** Asks main what the circle would come to, anew after changes of it or of those who sit. */
export function usePreview(draft: CircleDraft): Preview {
  const [preview, setPreview] = useState<Preview>({ told: null, problem: '' })
  const agents = useMirror((now) => now.agents)
  const snapshots = useMirror((now) => now.snapshots)
  const plan = JSON.stringify(planOf(draft, (id) => agents[id]?.name ?? ''))
  const standing = [...takenBy(draft)].map((id) => standingOf(agents[id])).join()
  useEffect(() => {
    let isOld = false
    const later = setTimeout(() => {
      ask('gatherings.preview', JSON.parse(plan) as Plan)
        .then((told) => !isOld && setPreview({ told, problem: '' }))
        .catch((error: unknown) => !isOld && setPreview((now) => ({ ...now, problem: wordsOf(error) })))
    }, pause)
    return () => {
      isOld = true
      clearTimeout(later)
    }
  }, [plan, standing, snapshots])
  return preview
}

/** What of an agent says whether it could speak. */
const standingOf = (agent: AgentView | undefined): string =>
  agent ? `${agent.status} ${agent.needs ?? ''} ${agent.seat?.gathering ?? ''} ${agent.closed}` : 'gone'
