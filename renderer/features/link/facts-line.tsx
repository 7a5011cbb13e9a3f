import { useContext } from 'react'
import type { CrossingView, LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { shownStateOf } from '../../entities/agent/agent-state.ts'
import { machineWord, isOffline, peerWord } from '../../entities/machine/machine-words.ts'
import { peerOf } from '../../state/peers.ts'
import { Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
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
  const costs = (held?.rows ?? []).filter((one) => one.kind === 'said').slice(-3)
  return (
    <div className={classes('row wrap small muted', css.factsLine)}>
      <ul>
        {members.map((one) => (
          <Member key={one.id} party={one} isAlone={members.length <= 2} />
        ))}
      </ul>
      {money && costs.length > 0 && (
        <span className={classes('num', css.costs)}>
          {costs.length === 1 ? 'Last message' : `Last ${costs.length === 2 ? 'two' : 'three'} messages`}:{' '}
          {costs.map((one) => money(one.costUsd)).join(', ')}
        </span>
      )}
    </div>
  )
}

interface MemberProps {
  readonly party: Party
  /** There is room for what it is at. */
  readonly isAlone: boolean
}

function Member({ party, isAlone }: MemberProps) {
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
  return <OpenMember agent={agent} isAlone={isAlone} />
}

/** A member on another machine: whether the machine is reachable, and how the agent stands. */
function PeerMember({ party: { id, name } }: { readonly party: Party }) {
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const machine = fleet?.machines.find((one) => id.endsWith(`@${one.name}`))
  const peer = peerOf(id, fleet)
  const silent = machine && isOffline(machine) ? `, its machine ${machineWord(machine)}` : ''
  return (
    <li className="row">
      <span>
        <Name name={name} />
        {silent === '' && peer ? ` ${peerWord(peer.agent).toLowerCase()}` : silent}
      </span>
    </li>
  )
}

function OpenMember({ agent, isAlone }: { readonly agent: AgentView; readonly isAlone: boolean }) {
  const { sign, tone } = shownStateOf(agent)
  const since = (agent.needs === null ? agent.waitingFor?.since : undefined) ?? agent.since
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
      <Since at={since} />
      {isAlone && agent.status === 'working' && agent.lastLine !== '' && (
        <SafeText as="span" className={classes('clip', css.doing)} text={agent.lastLine} />
      )}
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

function verbOf(agent: AgentView): string {
  const { word } = shownStateOf(agent)
  if (word === agent.status) return verbs[agent.status]
  return agent.broken && word === 'turn failed' ? 'failed its turn' : word
}
