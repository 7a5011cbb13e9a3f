import { visible } from '../../components/hygiene.ts'
import { KeyCaps } from '../../components/key-caps.tsx'
import { ariaHere } from '../../keys/keys-here.ts'
import { focusPane } from '../../state/pane-acts.ts'
import { shownIn, type Place } from '../../state/panes.ts'
import { useMirrorList } from '../../state/store.ts'
import { useView } from '../../state/view-store.ts'
import css from './panes.module.css'
import { titleOf } from './thing-words.ts'

/** Where there is room for one of two panes: which are there, and the way to each. */
export function PaneSwitch() {
  const { list, at } = useView((now) => now.panes)
  const titles = useMirrorList((now) => list.map((pane) => titleOf(shownIn(pane), now) ?? 'Empty pane'))
  return (
    <div className={css.switch} role="group" aria-label="Panes" data-part="pane-switch">
      {titles.map((title, place) => (
        <button
          key={list[place]?.key}
          type="button"
          aria-pressed={place === at}
          aria-keyshortcuts={place === at ? undefined : ariaHere('otherPane')}
          onClick={() => focusPane(place as Place)}
        >
          <span className="clip">{visible(title)}</span>
          {place !== at && <KeyCaps of="otherPane" />}
        </button>
      ))}
    </div>
  )
}
