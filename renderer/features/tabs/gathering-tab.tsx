import type { KeyboardEvent } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { useNow } from '../../state/clock.ts'
import { clockTime } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { useDragToPane } from '../../components/drag-to-pane.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { listedGatherings } from '../../state/selectors.ts'
import { useMirror } from '../../state/store.ts'
import { showGathering } from '../../state/view-store.ts'
import { pieceTime } from '../../entities/gathering/piece-time.ts'
import { PhaseSign } from '../../entities/gathering/signs.tsx'
import { useMoney } from '../../state/money.ts'
import { afterRelease, currents, type MenuPlace } from './tab.tsx'
import { gatheringLine, spokenGathering } from '../../entities/gathering/gathering-words.ts'
import { classes } from '../../components/classes.ts'
import css from './gathering-tab.module.css'
import tabsFoldedCss from './tabs-folded.module.css'

interface GatheringTabProps {
  readonly of: GatheringView
  /** In which pane it is shown: the one with the focus, the other one, or none. */
  readonly isShown: 'here' | 'beside' | 'no'
  /** It is the one that Tab reaches; arrow keys lead to the others. */
  readonly isStop: boolean
  readonly onMenu: (at: MenuPlace) => void
}

/** A gathering in the list: its topic, what it is at, how long, what it has cost. */
export function GatheringTab({ of, isShown, isStop, onMenu }: GatheringTabProps) {
  const money = useMoney()
  const isTwin = useMirror((now) =>
    listedGatherings(now.gatherings).some(({ id, topic }) => id !== of.id && topic === of.topic),
  )
  // Of several of one name each says when it was convened.
  const since = isTwin ? `${clockTime(of.convened.at)} · ` : ''
  const label = visible(spokenGathering(of) + (isTwin ? `, convened ${clockTime(of.convened.at)}` : ''))
  const line = since + gatheringLine(of)
  const isOver = of.state === 'closed'
  const drag = useDragToPane({ kind: 'gathering', id: of.id })
  const openBelow = (element: Element) => {
    const box = element.getBoundingClientRect()
    onMenu({ x: box.left + 16, y: box.bottom - 4 })
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    openBelow(event.currentTarget)
  }
  return (
    <div
      className={tabsFoldedCss.tabRow}
      data-part="tab-row"
      data-gathering={of.id}
      onContextMenu={(event) => {
        event.preventDefault()
        afterRelease(event.buttons, () => onMenu({ x: event.clientX, y: event.clientY }))
      }}
    >
      <button
        type="button"
        className={classes(css.tab, css.gatheringTab, of.needs !== null && 'needs', isOver && css.over)}
        data-part="tab"
        tabIndex={isStop ? 0 : -1}
        aria-current={currents[isShown]}
        onClick={() => showGathering(of.id)}
        onKeyDown={press}
        {...drag}
      >
        <Ring of={of} />
        <span className="vh">{label}</span>
        <span className={tabsFoldedCss.line} aria-hidden="true">
          <span className={classes(tabsFoldedCss.name, 'clip')} data-name="" title={label}>
            <Name name={of.topic} />
          </span>
          <span className={tabsFoldedCss.t}>
            <Clock of={of} />
          </span>
        </span>
        <span className={tabsFoldedCss.line} aria-hidden="true">
          <span className={classes(css.last, 'clip')} title={visible(line)}>
            {of.needs === null && of.state === 'running' && (
              <PhaseSign of={of.phase} className={css.phaseSign} />
            )}
            <SafeText text={line} />
          </span>
          {money && of.costUsd > 0 && <span className={classes(css.cost, 'num')}>{money(of.costUsd)}</span>}
        </span>
      </button>
      <button
        type="button"
        className={classes('btn ghost icon', tabsFoldedCss.tabMore)}
        tabIndex={-1}
        aria-label={`Menu of ${visible(of.topic)}`}
        data-help={`Menu of ${visible(of.topic)}`}
        aria-haspopup="menu"
        onClick={(event) => openBelow(event.currentTarget)}
      >
        <Icon name="more" />
      </button>
    </div>
  )
}

/** What tells circles apart where their names are folded away. */
const initialOf = (topic: string): string => /[\p{L}\p{N}]/u.exec(topic)?.[0].toUpperCase() ?? ''

/** The circle in the place of a face. */
function Ring({ of }: { readonly of: GatheringView }) {
  return (
    <span className={css.ring} data-part="avatar" aria-hidden="true">
      <Icon name="gather" />
      <b className={css.initial}>{initialOf(of.topic)}</b>
      {of.needs !== null && (
        <span className="badge needs">
          <Sign of="needs" />
        </span>
      )}
    </span>
  )
}

/** What is left of the person's turn; else since when it stands so. */
function Clock({ of }: { readonly of: GatheringView }) {
  const now = useNow()
  const { piece } = of
  if (of.needs === 'piece' && piece && piece.stopped === null)
    return <span className="num">{pieceTime(piece, of.interval, now).brief}</span>
  return <Since at={of.closed?.at ?? of.paused?.at ?? piece?.since ?? of.stageAt} />
}
