import { Icon } from '../../components/icon.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import { ariaHere } from '../../keys/keys-here.ts'
import { focused, shownIn, type Panes } from '../../state/panes.ts'
import { showTimeline, useView } from '../../state/view-store.ts'
import css from './timeline.module.css'

const isTimeline = ({ list }: Panes) => list.some(({ timeline }) => timeline)

function focusedId(panes: Panes): string | null {
  const thing = shownIn(focused(panes))
  return thing !== null && 'id' in thing ? thing.id : null
}

/** The way back to the timeline, while the place is in view to which a row of it has led. */
export function BackToTimeline() {
  const isThere = useView(
    ({ cameTo, panes }) => cameTo !== null && !isTimeline(panes) && focusedId(panes) === cameTo,
  )
  if (!isThere) return null
  return (
    <div className={css.back}>
      <button
        type="button"
        className="btn ghost"
        aria-keyshortcuts={ariaHere('timeline')}
        onClick={() => showTimeline(true)}
      >
        <Icon name="in" />
        Back to the timeline <KeyCaps of="timeline" />
      </button>
    </div>
  )
}
