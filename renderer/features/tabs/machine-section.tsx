import type { CircleSeatView, FleetView, MachineView } from '../../../main/contract/fleet/fleet-views.ts'
import { usualKind } from '../../../main/contract/agents/kinds.ts'
import { FaceView } from '../../entities/agent/avatar.tsx'
import { upperFirst } from '../../entities/agent/agent-state.ts'
import { faceOfPeer } from '../../entities/agent/identity.ts'
import { circleWord, isCalling } from '../../entities/machine/circle-words.ts'
import {
  machineWarnings,
  machineWord,
  isOffline,
  isUnseen,
  peerWord,
  spokenPeer,
} from '../../entities/machine/machine-words.ts'
import { KindBadge } from '../../entities/kind/kind-badge.tsx'
import { useMarked } from '../../entities/kind/kind-status.ts'
import { classes } from '../../components/classes.ts'
import { toggled } from '../../components/toggled.ts'
import { hasWords } from '../../components/has-words.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { type Peer, peerName } from '../../state/peers.ts'
import { useMirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import { RowLines, UnreadBadge } from './tab.tsx'
import css from './section-head.module.css'
import tabsCss from './tabs.module.css'
import { useMemo, useState } from 'react'
import type { MachineName, PeerAgent } from '../../../main/contract/fleet/machines.ts'
import { recall, remember } from '../../state/local-storage.ts'

interface MachineSectionProps {
  readonly machine: ShownMachine
  /** The row in the tab order. */
  readonly stop: string | undefined
}

export function MachineSection({ machine, stop }: MachineSectionProps) {
  const { of, rows, circles, isOpen } = machine
  return (
    <section aria-label={`Machine ${visible(of.name)}`} data-part="machine">
      <MachineHead machine={machine} />
      {rows.map((agent) => (
        <PeerRow key={agent.id} peer={{ machine: of, agent }} stop={stop} />
      ))}
      {circles.map((seat) => (
        <CircleRow key={seat.circle} seat={seat} stop={stop} />
      ))}
      {isOpen && of.agents.length === 0 && of.status === 'here' && (
        <p className={classes('small faint', css.nobody)}>It shares no agents.</p>
      )}
    </section>
  )
}

function MachineHead({ machine: { of, isOpen, count, onTurn } }: { readonly machine: ShownMachine }) {
  const isUnread = !isOpen && (of.unseen.length > 0 || of.circles.some(isCalling))
  const word = [machineWord(of), ...machineWarnings(of)].join(' · ')
  return (
    <h2 className={classes('tab-group', css.asleep, css.machine)}>
      <button
        type="button"
        className={classes('bare', css.collapse)}
        aria-expanded={isOpen}
        title={`The machine ${visible(of.name)}, ${word}`}
        onClick={onTurn}
      >
        <Icon name={isOpen ? 'down' : 'right'} />
        <span className="clip">
          <Name name={of.name} />
        </span>
        <b className="num">{count}</b>
        {isUnread && (
          <>
            <i className={css.unseen} data-part="unread" aria-hidden="true" />
            <span className="vh">, something that you have not seen</span>
          </>
        )}
      </button>
      <span className={css.stands}>{word}</span>
    </h2>
  )
}

function CircleRow({ seat, stop }: { readonly seat: CircleSeatView; readonly stop: string | undefined }) {
  const key = circleKey(seat)
  const word = circleWord(seat)
  const label = `${visible(seat.topic)}, a gathering of ${visible(seat.by)}, ${word}`
  return (
    <div className={tabsCss.tabRow} data-part="tab-row" data-peer={key}>
      <button
        type="button"
        className={classes('bare', tabsCss.tab, isCalling(seat) && tabsCss.unread)}
        data-part="tab"
        tabIndex={key === stop ? 0 : -1}
        aria-haspopup="dialog"
        onClick={() => show({ kind: 'circle', circle: seat.circle })}
      >
        <span className={tabsCss.sign} data-part="avatar" aria-hidden="true">
          <Icon name="gather" />
        </span>
        {isCalling(seat) && <UnreadBadge title={upperFirst(word)} />}
        <RowLines label={label} name={seat.topic}>
          {upperFirst(word)}
        </RowLines>
      </button>
    </div>
  )
}

function PeerRow({ peer, stop }: { readonly peer: Peer; readonly stop: string | undefined }) {
  const { machine, agent } = peer
  const key = peerKey(peer)
  const of = { kind: agent.kind, program: null }
  const isMarked = useMarked() || agent.kind !== usualKind
  const label = visible(spokenPeer(peer))
  const isUnread = isUnseen(peer)
  const line = agent.role === '' || agent.needs !== null ? upperFirst(peerWord(agent)) : agent.role
  return (
    <div className={tabsCss.tabRow} data-part="tab-row" data-peer={key}>
      <button
        type="button"
        className={classes('bare', tabsCss.tab, isOffline(machine) && css.quiet, isUnread && tabsCss.unread)}
        data-part="tab"
        tabIndex={key === stop ? 0 : -1}
        aria-haspopup="dialog"
        onClick={() => show({ kind: 'peer', machine: machine.name, id: agent.id })}
      >
        <FaceView face={faceOfPeer(agent)} state={{ status: agent.status, needs: null }} />
        {isUnread && <UnreadBadge title="An answer that you have not seen" />}
        <RowLines
          label={label}
          name={agent.name}
          corner={
            isMarked && (
              <span className={tabsCss.t}>
                <KindBadge of={of} isSilent />
              </span>
            )
          }
          title={visible(line)}
        >
          <SafeText text={line} />
        </RowLines>
      </button>
    </div>
  )
}

export interface ShownMachine {
  readonly of: MachineView
  readonly isOpen: boolean
  readonly onTurn: () => void
  /** Empty while collapsed. */
  readonly rows: readonly PeerAgent[]
  /** Seats of the user in the machine's gatherings; empty while collapsed. */
  readonly circles: readonly CircleSeatView[]
  readonly count: number
}

/** Row key of a remote agent; never the id of a tab. */
export const peerKey = ({ machine, agent }: Peer): string => `peer ${agent.id}@${machine.name}`

/** Row key of the user's seat. */
export const circleKey = ({ circle }: CircleSeatView): string => `circle ${circle}`

/**
 * The other machines, in order. A filter keeps those with a match in an agent's name or role or in a topic,
 * and expands them.
 */
export function shownMachines(
  fleet: FleetView | null,
  typed: string,
  collapsed: readonly MachineName[],
  turn: (machine: MachineName) => void,
): readonly ShownMachine[] {
  const isFiltered = typed.trim() !== ''
  return (fleet?.machines ?? []).flatMap((of) => {
    if (of.status === 'removed') return []
    const found = of.agents.filter((agent) =>
      hasWords(`${peerName({ machine: of, agent })}\n${agent.role}`, typed),
    )
    const circles = of.circles.filter(({ topic }) => hasWords(topic, typed))
    if (isFiltered && found.length + circles.length === 0) return []
    const isOpen = isFiltered || !collapsed.includes(of.name)
    const shown = { rows: isOpen ? found : [], circles: isOpen ? circles : [] }
    return [{ of, isOpen, onTurn: () => turn(of.name), ...shown, count: found.length }]
  })
}

/** The collapsed machines are saved per window. */
export function useMachines(typed: string): readonly ShownMachine[] {
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const [collapsed, setCollapsed] = useState(() => recall<readonly MachineName[]>('machines', []))
  return useMemo(() => {
    const turn = (machine: MachineName) => {
      const next = toggled(collapsed, machine)
      remember('machines', next)
      setCollapsed(next)
    }
    return shownMachines(fleet, typed, collapsed, turn)
  }, [fleet, typed, collapsed])
}
