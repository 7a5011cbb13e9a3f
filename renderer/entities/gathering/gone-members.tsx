import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { act } from '../../state/act.ts'
import { useMirror, useMirrorList, type Settled } from '../../state/store.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name } from '../../components/safe-text.tsx'

type Proposed = Pick<GatheringView, 'seats' | 'harvester'>

/** Returns null if the agent is available; remote agents always are. */
function goneAs({ agents }: Pick<Settled, 'agents'>, agent: AgentId | null): 'closed' | 'deleted' | null {
  if (agent === null || agent.includes('@')) return null
  const found = agents[agent]
  return found === undefined ? 'deleted' : found.closed ? 'closed' : null
}

/** Names of the members without whom a proposal can't start. */
export function goneMembers(now: Pick<Settled, 'agents'>, of: Proposed): readonly string[] {
  return goneOf(now, of).map(({ name }) => name)
}

const goneOf = (now: Pick<Settled, 'agents'>, { seats, harvester }: Proposed) =>
  [...seats, harvester].filter(({ agent }) => goneAs(now, agent) !== null)

/** A line per gone member, for places that don't list the members. */
export function GoneMembers({ id }: { readonly id: GatheringId }) {
  const gone = useMirrorList((now) => {
    const of = now.gatherings[id]
    return of === undefined ? [] : goneOf(now, of)
  })
  return gone.map(({ agent, name }) => (
    <div key={`${name} ${agent}`} className="acts">
      <Name name={name} />
      <GoneMember agent={agent} name={name} />
    </div>
  ))
}

/** Shown beside a member of a proposal if its tab is gone. */
export function GoneMember({ agent, name }: { readonly agent: AgentId | null; readonly name: string }) {
  const as = useMirror((now) => goneAs(now, agent))
  if (agent === null || as === null) return null
  if (as === 'deleted') return <span className="muted"> deleted: change the proposal</span>
  return (
    <>
      <span className="muted"> closed</span>
      <Button
        variant="ghost"
        aria-label={`Reopen ${visible(name)}`}
        onClick={() => void act('agents.reopen', { agent })}
      >
        Reopen
      </Button>
    </>
  )
}
