import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { useNow } from '../../state/clock.ts'
import { clockTime } from '../../components/duration.ts'
import { visible } from '../../components/hygiene.ts'
import { useDragToPane } from '../../components/drag-to-pane.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { listedGatherings } from '../../state/selectors.ts'
import { useMirror } from '../../state/store.ts'
import { showGathering, leave, show, showReplay } from '../../state/view-store.ts'
import { pieceTime } from '../../entities/gathering/piece-time.ts'
import { PhaseSign } from '../../entities/gathering/signs.tsx'
import { useMoney } from '../../state/money.ts'
import { ariaCurrent, MenuButton, RowLines, menuHandlers, type MenuPlace, type TabProps } from './tab.tsx'
import { gatheringLine, spokenGathering } from '../../entities/gathering/gathering-words.ts'
import { classes } from '../../components/classes.ts'
import css from './tabs.module.css'
import { besideItems } from '../../components/open-beside.ts'
import type { MenuItem } from '../../components/menu.tsx'
import { exportGathering, steer } from '../../entities/gathering/gathering-acts.ts'

interface GatheringTabProps extends Pick<TabProps, 'isShown' | 'isStop'> {
  readonly of: GatheringView
  readonly onMenu: (at: MenuPlace) => void
}

export function GatheringTab({ of, isShown, isStop, onMenu }: GatheringTabProps) {
  const money = useMoney()
  const isTwin = useMirror((now) =>
    listedGatherings(now.gatherings).some(({ id, topic }) => id !== of.id && topic === of.topic),
  )
  // Gatherings with the same topic show when they were started.
  const since = isTwin ? `${clockTime(of.convened.at)} · ` : ''
  const label = visible(spokenGathering(of) + (isTwin ? `, convened ${clockTime(of.convened.at)}` : ''))
  const line = since + gatheringLine(of)
  const isOver = of.state === 'closed'
  const drag = useDragToPane({ kind: 'gathering', id: of.id })
  const ways = menuHandlers(onMenu)
  return (
    <div className={css.tabRow} data-part="tab-row" data-gathering={of.id} onContextMenu={ways.onContextMenu}>
      <button
        type="button"
        className={classes(
          'bare',
          css.tab,
          css.gatheringTab,
          of.needs !== null && 'needs',
          isOver && css.over,
        )}
        data-part="tab"
        tabIndex={isStop ? 0 : -1}
        aria-current={ariaCurrent[isShown]}
        onClick={() => showGathering(of.id)}
        onKeyDown={ways.onKeyDown}
        {...drag}
      >
        <Ring of={of} />
        <RowLines
          label={label}
          name={of.topic}
          corner={
            <span className={css.t}>
              <Clock of={of} />
            </span>
          }
          title={visible(line)}
          end={
            money && of.costUsd > 0 && <span className={classes(css.cost, 'num')}>{money(of.costUsd)}</span>
          }
        >
          {of.needs === null && of.state === 'running' && (
            <PhaseSign of={of.phase} className={css.phaseSign} />
          )}
          <SafeText text={line} />
        </RowLines>
      </button>
      <MenuButton of={of.topic} onOpen={onMenu} />
    </div>
  )
}

/** Distinguishes gatherings when the list is collapsed. */
const initialOf = (topic: string): string => /[\p{L}\p{N}]/u.exec(topic)?.[0].toUpperCase() ?? ''

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

function Clock({ of }: { readonly of: GatheringView }) {
  const now = useNow()
  const { piece } = of
  if (of.needs === 'piece' && piece && piece.stopped === null)
    return <span className="num">{pieceTime(piece, of.interval, now).brief}</span>
  return <Since at={of.closed?.at ?? of.paused?.at ?? piece?.since ?? of.stageAt} />
}

export function gatheringItems(of: GatheringView): readonly MenuItem[] {
  const hand = (label: string, verb: Parameters<typeof steer>[1]): MenuItem => ({
    label,
    run: () => void steer(of.id, verb),
  })
  const shown = [
    { label: 'Show', run: () => showGathering(of.id) },
    ...besideItems({ kind: 'gathering', id: of.id }),
  ]
  const end = { ...hand('End with a harvest', 'close'), isDanger: true, isApart: true }
  switch (of.state) {
    case 'proposed':
      return [
        hand('Start', 'start'),
        { label: 'Change…', run: () => show({ kind: 'convene', proposal: of.id }) },
        { ...hand('Dismiss', 'dismiss'), isDanger: true, isApart: true },
      ]
    case 'closed':
      return [
        ...shown,
        { label: 'Replay', run: () => showReplay({ gathering: of.id, step: 1 }) },
        { label: 'Export as Markdown', run: () => void exportGathering(of.id) },
        { label: 'Archive', run: () => void archive(of), isApart: true },
      ]
    case 'paused':
      return [...shown, hand('Resume', 'resume'), end]
    case 'running':
      return [...shown, ...(of.phase === 'harvest' ? [] : [hand('Pause', 'pause')]), end]
    case 'convening':
      return [...shown, end]
  }
}

/** Removes a closed gathering from the list; its file stays. */
async function archive(of: Pick<GatheringView, 'id'>): Promise<void> {
  const isDone = await steer(of.id, 'dismiss')
  if (isDone) leave({ kind: 'gathering', id: of.id })
}
