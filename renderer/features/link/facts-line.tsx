import { useContext } from 'react'
import { userKey } from '../../../main/contract/mail/authors.ts'
import type { CrossingView, LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { PeerAgent } from '../../../main/contract/fleet/machines.ts'
import { shownSince, shownStateOf } from '../../entities/agent/agent-state.ts'
import { machineWord, isOffline, peerWord } from '../../entities/machine/machine-words.ts'
import { isGuest, peerOf } from '../../state/peers.ts'
import { Sign } from '../../components/icon.tsx'
import { Name } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import type { Log } from '../../state/logs.ts'
import { useMirror } from '../../state/store.ts'
import { select } from '../../state/view-store.ts'
import { useMoney } from '../../state/money.ts'
import { Parties, presentOf, type Party } from './parties.ts'
import { classes } from '../../components/classes.ts'
import css from './link.module.css'

interface FactsProps {
  readonly link: LinkView
  readonly held: Log<CrossingView> | undefined
}

export function FactsLine({ link, held }: FactsProps) {
  const members = presentOf(link, useContext(Parties))
  const money = useMoney()
  const costs = (held?.rows ?? []).filter((one) => one.kind === 'said' && one.from !== userKey).slice(-3)
  return (
    <div className={classes('row wrap small muted', css.factsLine)}>
      <ul>
        {members.map((one) => (
          <Member key={one.id} party={one} />
        ))}
      </ul>
      {money && costs.length > 0 && (
        <span className={classes('num', css.costs)}>
          Cost of the last {costs.length === 1 ? 'message' : `${costs.length} messages`}:{' '}
          {costs.map((one) => money(one.costUsd)).join(', ')}
        </span>
      )}
    </div>
  )
}

function Member({ party }: { readonly party: Party }) {
  const agent = useMirror((now) => now.agents[party.id])
  if (party.id.includes('@') && party.standing === 'here') return <PeerMember party={party} />
  if (!agent || agent.closed)
    return (
      <li className="row">
        <span>
          <Name name={party.name} /> is {agent ? 'closed' : 'deleted'}
        </span>
      </li>
    )
  return <OpenMember agent={agent} />
}

/** A member on another machine: whether the machine is reachable, and the agent's state. */
function PeerMember({ party: { id, name } }: { readonly party: Party }) {
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const machine = fleet?.machines.find((one) => id.endsWith(`@${one.name}`))
  const peer = peerOf(id, fleet)
  const silent = machine && isOffline(machine) ? `, its machine ${machineWord(machine)}` : ''
  return (
    <li className="row">
      <span>
        <Name name={name} />
        {silent === '' && peer ? ` ${peerVerb(peer.agent)}` : silent}
      </span>
    </li>
  )
}

function OpenMember({ agent }: { readonly agent: AgentView }) {
  const { sign, tone } = shownStateOf(agent)
  return (
    <li className="row">
      <button
        type="button"
        className={classes('st', tone)}
        title="Show its tab"
        onClick={() => select(agent.id)}
      >
        <Sign of={sign} />
        <span>
          <Name name={agent.name} /> {verbOf(agent)}
        </span>
      </button>
      <Since at={shownSince(agent)} />
    </li>
  )
}

const verbs: Readonly<Record<AgentView['status'], string>> = {
  starting: 'is starting',
  idle: 'is idle',
  working: 'is working',
  asleep: 'is asleep',
  stopped: 'is stopped',
  failed: 'has failed',
}

function peerVerb(agent: PeerAgent): string {
  if (isGuest(agent.id)) return 'is a user'
  return agent.needs === null ? verbs[agent.status] : peerWord(agent)
}

function verbOf(agent: AgentView): string {
  const { word } = shownStateOf(agent)
  if (word === agent.status) return verbs[agent.status]
  if (agent.broken && word === 'turn failed') return 'failed its turn'
  return word.startsWith('idle') ? `is ${word}` : word
}
