import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { helpOf } from '../../components/help.ts'
import { isKey } from '../../keys/keys-here.ts'
import { shares } from '../../state/panes.ts'
import { sharePanes } from '../../state/pane-acts.ts'
import { useView } from '../../state/view-store.ts'
import css from './panes.module.css'

/** So far an arrow key moves it, in hundredths of the width. */
const step = 5

/** Between two panes: dragged, or moved by the arrow keys; Enter or a double click puts it into the middle. */
export function Divider() {
  const share = useView((now) => now.panes.share)
  const isHeld = useRef(false)
  const press = (event: KeyboardEvent) => {
    const to = whereTo(event, share)
    if (to === null) return
    event.preventDefault()
    sharePanes(to)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (isHeld.current && box) sharePanes(((event.clientX - box.left) / box.width) * 100)
  }
  return (
    <div
      role="separator"
      className={css.divider}
      data-part="divider"
      tabIndex={0}
      aria-label="Divider between the panes"
      aria-orientation="vertical"
      aria-valuenow={share}
      aria-valuemin={shares.least}
      aria-valuemax={shares.most}
      aria-valuetext={`Left pane ${share} %`}
      {...helpOf('Drag, or move it with the arrow keys; a double click puts it into the middle')}
      onKeyDown={press}
      onDoubleClick={() => sharePanes(shares.usual)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        isHeld.current = true
      }}
      onPointerMove={move}
      onPointerUp={() => (isHeld.current = false)}
      onPointerCancel={() => (isHeld.current = false)}
    />
  )
}

/** Where a key moves it; null: the key means nothing here. */
function whereTo({ nativeEvent, key }: KeyboardEvent, share: number): number | null {
  if (key === 'Home') return shares.least
  if (key === 'End') return shares.most
  if (!isKey('divider', nativeEvent)) return null
  if (key === 'Enter') return shares.usual
  return share + (key === 'ArrowLeft' ? -step : step)
}
