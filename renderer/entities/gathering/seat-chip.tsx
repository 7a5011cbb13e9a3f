import type { GatheringView, SeatOf } from '../../../main/contract/gatherings/gathering-views.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { listedGatherings, useShownAnywhere } from '../../state/selectors.ts'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { showGathering } from '../../state/view-store.ts'
import { holderWords } from './gathering-words.ts'
import css from './seat-chip.module.css'
import { classes } from '../../components/classes.ts'

/** In the header of an agent: its gathering, and who has the piece there. */
export function SeatChip({ seat }: { readonly seat: SeatOf }) {
  const of = useMirror((now) => now.gatherings[seat.gathering])
  const sits = seat.number === 0 ? 'harvests' : of?.state === 'convening' ? 'will sit' : 'sits'
  const words = seat.hasPiece ? 'it has the piece' : of ? holderWords(of) : ''
  const label = `${sits} in ${seat.topic}${words === '' ? '' : `, ${words}`}`
  return (
    <button
      type="button"
      className={classes('chip', css.seatChip)}
      title={visible(label)}
      aria-label={`${visible(label)}. Show the gathering`}
      onClick={() => showGathering(seat.gathering)}
    >
      <Icon name="gather" />
      <span className="clip" data-yield={5}>
        {sits} in <SafeText text={seat.topic} />
      </span>
      {words !== '' && (
        <span className={classes('clip', css.holder)} data-yield={3}>
          · <SafeText text={words} />
        </span>
      )}
    </button>
  )
}

const runs = ({ state }: GatheringView) => state === 'running' || state === 'paused' || state === 'convening'

/** In the status line while no pane shows it: the running gathering, and who has the piece. */
export function CircleChip() {
  const running = useMirrorList((now) => listedGatherings(now.gatherings).filter(runs))
  const [first] = running.toSorted((a, b) => Number(a.needs === null) - Number(b.needs === null))
  const isShown = useShownAnywhere('gathering', first?.id ?? '')
  if (!first || isShown) return null
  const others = running.length - 1
  const label = `${first.topic}: ${holderWords(first)}${others > 0 ? `, +${others} more` : ''}`
  return (
    <button
      type="button"
      className={classes('chip', css.circleChip)}
      aria-label={`${visible(label)}. Show the gathering`}
      title={visible(label)}
      onClick={() => showGathering(first.id)}
    >
      <Icon name="gather" />
      <SafeText as="span" className="clip" data-yield={9} text={first.topic} />{' '}
      <SafeText as="span" className={classes('clip', css.holder)} data-yield={3} text={holderWords(first)} />
      {others > 0 && <span className="num">+{others}</span>}
    </button>
  )
}
