import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { visible } from '../../components/hygiene.ts'
import { openAgents, useMirrorList } from '../../state/store.ts'
import { showGathering } from '../../state/view-store.ts'
import { newNames, takenBy, type CircleDraft } from './circle-draft.ts'

/** Agents that cannot sit here, since they sit in another gathering. */
interface BusyAgents {
  readonly gathering: GatheringId
  readonly topic: string
  readonly names: readonly string[]
}

/** The agents that sit elsewhere and are not spoken for here, by their gathering. */
export function busyAgentsOf(
  agents: readonly Pick<AgentView, 'id' | 'name' | 'seat'>[],
  taken: ReadonlySet<AgentId>,
): readonly BusyAgents[] {
  const found = new Map<GatheringId, BusyAgents>()
  for (const { id, name, seat } of agents) {
    if (seat === null || taken.has(id)) continue
    const { names = [] } = found.get(seat.gathering) ?? {}
    found.set(seat.gathering, { gathering: seat.gathering, topic: seat.topic, names: [...names, name] })
  }
  return [...found.values()]
}

const mostNamed = 4

/** `Scout`, `Scout, Builder and Critic`, `Scout, Builder, Critic and 5 others`. */
export function namesWords(names: readonly string[]): string {
  const shown = names.length > mostNamed ? names.slice(0, mostNamed - 1) : names
  const left = names.length - shown.length
  const all = left > 0 ? [...shown, `${left} others`] : shown
  const [last = ''] = all.slice(-1)
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${last}` : last
}

interface BusyAgentLinesProps {
  readonly draft: CircleDraft
  /** The sheet gives way to the gathering that is shown. */
  readonly onLeave: () => void
}

/** Who of the open tabs cannot sit here, why, until when, and what can be done. */
export function BusyAgentLines({ draft, onLeave }: BusyAgentLinesProps) {
  const agents = useMirrorList(openAgents)
  const hasNew = newNames(draft).length > 0
  return busyAgentsOf(agents, takenBy(draft)).map(({ gathering, topic, names }) => (
    <p key={gathering} className="small muted break-anywhere">
      <SafeText text={`${namesWords(names)} ${names.length === 1 ? 'sits' : 'sit'} in “${topic}”`} /> until it
      closes
      {hasNew && ', so new tabs sit here'}. To seat {names.length === 1 ? 'it' : 'them'} here, end that one
      first.{' '}
      <button
        type="button"
        className="in-words"
        aria-label={`Show it: ${visible(topic)}`}
        onClick={() => {
          onLeave()
          showGathering(gathering)
        }}
      >
        Show it
      </button>
    </p>
  ))
}
