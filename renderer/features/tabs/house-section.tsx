import type { CircleSeatView, FleetView, HouseView } from '../../../main/contract/fleet/fleet-views.ts'
import { usualKind } from '../../../main/contract/agents/kinds.ts'
import { FaceView } from '../../entities/agent/avatar.tsx'
import { sentence } from '../../entities/agent/agent-state.ts'
import { faceOfPeer } from '../../entities/agent/identity.ts'
import { circleWord, isCalling } from '../../entities/house/circle-words.ts'
import {
  befell,
  houseWord,
  isQuiet,
  isUnseen,
  peerWord,
  spokenPeer,
} from '../../entities/house/house-words.ts'
import { KindMark } from '../../entities/kind/kind-mark.tsx'
import { useMarked } from '../../entities/kind/kind-status.ts'
import { classes } from '../../components/classes.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { type Peer, peerName } from '../../state/peers.ts'
import { useMirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import { RowLines, Unread } from './tab.tsx'
import css from './section-head.module.css'
import tabsCss from './tabs.module.css'
import { useMemo, useState } from 'react'
import type { HouseName, PeerAgent } from '../../../main/contract/fleet/houses.ts'
import { recall, remember } from '../../state/local-storage.ts'

interface HouseSectionProps {
  readonly house: ShownHouse
  /** The row that Tab reaches. */
  readonly stop: string | undefined
}

/** Another house in the list: its name, how it stands, and the agents that it shares. */
export function HouseSection({ house, stop }: HouseSectionProps) {
  const { of, rows, circles, isOpen } = house
  return (
    <section aria-label={`House ${visible(of.name)}`} data-part="house">
      <HouseHead house={house} />
      {rows.map((agent) => (
        <PeerRow key={agent.id} peer={{ house: of, agent }} stop={stop} />
      ))}
      {circles.map((seat) => (
        <CircleRow key={seat.circle} seat={seat} stop={stop} />
      ))}
      {isOpen && of.agents.length === 0 && of.stands === 'here' && (
        <p className={classes('small faint', css.nobody)}>It shares no agent.</p>
      )}
    </section>
  )
}

function HouseHead({ house: { of, isOpen, count, onTurn } }: { readonly house: ShownHouse }) {
  const isUnread = !isOpen && (of.unseen.length > 0 || of.circles.some(isCalling))
  const word = [houseWord(of), ...befell(of)].join(', ')
  return (
    <h2 className={classes('tab-group', css.asleep)}>
      <button
        type="button"
        className={classes('bare', css.fold)}
        aria-expanded={isOpen}
        title={`The house ${visible(of.name)}, ${word}`}
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

/** The person's seat in a circle of another house: a press shows what is said there. */
function CircleRow({ seat, stop }: { readonly seat: CircleSeatView; readonly stop: string | undefined }) {
  const key = circleKey(seat)
  const word = circleWord(seat)
  const label = `${visible(seat.topic)}, a circle of ${visible(seat.by)}, ${word}`
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
        {isCalling(seat) && <Unread title={sentence(word)} />}
        <RowLines label={label} name={seat.topic}>
          {sentence(word)}
        </RowLines>
      </button>
    </div>
  )
}

/** An agent of another house: a press shows what is known of it. */
function PeerRow({ peer, stop }: { readonly peer: Peer; readonly stop: string | undefined }) {
  const { house, agent } = peer
  const key = peerKey(peer)
  const of = { kind: agent.kind, program: null }
  const isMarked = useMarked() || agent.kind !== usualKind
  const label = visible(spokenPeer(peer))
  const isUnread = isUnseen(peer)
  const line = agent.role === '' || agent.needs !== null ? sentence(peerWord(agent)) : agent.role
  return (
    <div className={tabsCss.tabRow} data-part="tab-row" data-peer={key}>
      <button
        type="button"
        className={classes('bare', tabsCss.tab, isQuiet(house) && css.quiet, isUnread && tabsCss.unread)}
        data-part="tab"
        tabIndex={key === stop ? 0 : -1}
        aria-haspopup="dialog"
        onClick={() => show({ kind: 'peer', house: house.name, id: agent.id })}
      >
        <FaceView face={faceOfPeer(agent)} state={{ status: agent.status, needs: null }} />
        {isUnread && <Unread title="An answer that you have not seen" />}
        <RowLines
          label={label}
          name={agent.name}
          corner={
            isMarked && (
              <span className={tabsCss.t}>
                <KindMark of={of} isSilent />
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

/** Another house in the list, with those of its agents that are shown. */
export interface ShownHouse {
  readonly of: HouseView
  readonly isOpen: boolean
  readonly onTurn: () => void
  /** Empty while it is folded. */
  readonly rows: readonly PeerAgent[]
  /** Seats of the person in its circles; empty while it is folded. */
  readonly circles: readonly CircleSeatView[]
  /** How many of its agents have the words that are looked for; all where nothing is. */
  readonly count: number
}

/** Key of an agent of another house in the list; never the id of a tab. */
export const peerKey = ({ house, agent }: Peer): string => `peer ${agent.id}@${house.name}`

/** Key of the user's seat in a circle there. */
export const circleKey = ({ circle }: CircleSeatView): string => `circle ${circle}`

/** The other houses, in order. A filter keeps those with a match in an agent's name or role or in a topic, and unfolds them. */
export function shownHouses(
  fleet: FleetView | null,
  typed: string,
  folded: readonly HouseName[],
  turn: (house: HouseName) => void,
): readonly ShownHouse[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return (fleet?.houses ?? []).flatMap((of) => {
    if (of.stands === 'removed') return []
    const found = of.agents.filter((agent) => {
      const text = `${peerName({ house: of, agent })}\n${agent.role}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const circles = of.circles.filter(({ topic }) =>
      words.every((word) => topic.toLowerCase().includes(word)),
    )
    if (words.length > 0 && found.length + circles.length === 0) return []
    const isOpen = words.length > 0 || !folded.includes(of.name)
    const shown = { rows: isOpen ? found : [], circles: isOpen ? circles : [] }
    return [{ of, isOpen, onTurn: () => turn(of.name), ...shown, count: found.length }]
  })
}

/** The other houses, as they are filtered; this window remembers which are folded. */
export function useHouses(typed: string): readonly ShownHouse[] {
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const [folded, setFolded] = useState(() => recall<readonly HouseName[]>('houses', []))
  return useMemo(() => {
    const turn = (house: HouseName) => {
      const next = folded.includes(house) ? folded.filter((one) => one !== house) : [...folded, house]
      remember('houses', next)
      setFolded(next)
    }
    return shownHouses(fleet, typed, folded, turn)
  }, [fleet, typed, folded])
}
