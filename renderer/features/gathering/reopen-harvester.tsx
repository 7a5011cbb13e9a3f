import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { act } from '../../state/act.ts'
import { visible } from '../../components/hygiene.ts'
import { useMirror } from '../../state/store.ts'

/** A closed tab cannot harvest: one click brings the harvester back. */
export function ReopenHarvester({ of }: { readonly of: GatheringView }) {
  const { agent, name } = of.harvester
  const isClosed = useMirror((now) => agent !== null && now.agents[agent]?.closed === true)
  if (agent === null || !isClosed || of.state === 'closed') return null
  return (
    <button
      type="button"
      className="btn ghost"
      aria-label={`Reopen its tab: ${visible(name)}`}
      onClick={() => void act('agents.reopen', { agent })}
    >
      Reopen its tab
    </button>
  )
}
