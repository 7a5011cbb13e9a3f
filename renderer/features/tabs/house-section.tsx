import type { CircleSeatView } from '../../../main/contract/fleet/fleet-views.ts'
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
import type { Peer } from '../../state/peers.ts'
import { show } from '../../state/view-store.ts'
import { circleKey, peerKey, type ShownHouse } from './houses.ts'
import { Unread } from './unread.tsx'
import css from './house-section.module.css'
import headCss from './section-head.module.css'
import tabsCss from './tabs.module.css'

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
        <p className={css.nobody}>It shares no agent.</p>
      )}
    </section>
  )
}

/** The heading unfolds what the house shares. */
function HouseHead({ house: { of, isOpen, count, onTurn } }: { readonly house: ShownHouse }) {
  const isUnread = !isOpen && (of.unseen.length > 0 || of.circles.some(isCalling))
  const word = [houseWord(of), ...befell(of)].join(', ')
  return (
    <h2 className={classes('tab-group', headCss.asleep)}>
      <button
        type="button"
        className={classes(headCss.fold, css.fold)}
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
        className={classes(tabsCss.tab, isCalling(seat) && tabsCss.unread)}
        data-part="tab"
        tabIndex={key === stop ? 0 : -1}
        aria-haspopup="dialog"
        onClick={() => show({ kind: 'circle', circle: seat.circle })}
      >
        <span className={css.sign} data-part="avatar" aria-hidden="true">
          <Icon name="gather" />
        </span>
        {isCalling(seat) && <Unread title={sentence(word)} />}
        <span className="vh">{label}</span>
        <span className={tabsCss.line} aria-hidden="true">
          <span className={classes(tabsCss.name, 'clip')} data-name="" title={label}>
            <Name name={seat.topic} />
          </span>
        </span>
        <span className={tabsCss.line} aria-hidden="true">
          <span className={classes(tabsCss.last, 'clip')}>{sentence(word)}</span>
        </span>
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
        className={classes(tabsCss.tab, isQuiet(house) && css.quiet, isUnread && tabsCss.unread)}
        data-part="tab"
        tabIndex={key === stop ? 0 : -1}
        aria-haspopup="dialog"
        onClick={() => show({ kind: 'peer', house: house.name, id: agent.id })}
      >
        <FaceView face={faceOfPeer(agent)} state={{ status: agent.status, needs: null }} />
        {isUnread && <Unread title="An answer that you have not seen" />}
        <span className="vh">{label}</span>
        <span className={tabsCss.line} aria-hidden="true">
          <span className={classes(tabsCss.name, 'clip')} data-name="" title={label}>
            <Name name={agent.name} />
          </span>
          {isMarked && (
            <span className={tabsCss.t}>
              <KindMark of={of} isSilent />
            </span>
          )}
        </span>
        <span className={tabsCss.line} aria-hidden="true">
          <span className={classes(tabsCss.last, 'clip')} title={visible(line)}>
            <SafeText text={line} />
          </span>
        </span>
      </button>
    </div>
  )
}
