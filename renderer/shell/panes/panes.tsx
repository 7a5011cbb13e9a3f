import {
  Fragment,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { classes } from '../../components/classes.ts'
import { PaneContext, type PanePlace } from '../../components/pane.tsx'
import { useDrop } from '../../state/pane-drop.ts'
import { type PaneIndex, shownIn, shares } from '../../state/panes.ts'
import { useView } from '../../state/view-store.ts'
import { useRoomIn } from '../room.ts'
import { PaneContent } from './pane-content.tsx'
import css from './panes.module.css'
import { visible } from '../../components/hygiene.ts'
import { KeyCaps } from '../../components/key-caps.tsx'
import { currentAriaKeys, isKey } from '../../keys/current-keys.ts'
import { focusPane, sharePanes } from '../../state/pane-acts.ts'
import { useMirrorList } from '../../state/store.ts'
import { thingTitle } from './thing-words.ts'
import { helpOf } from '../../components/help.ts'

export function Panes() {
  const { list, at, share } = useView((now) => now.panes)
  const room = useView((now) => now.room)
  const box = useRef<HTMLDivElement>(null)
  useRoomIn(box)
  const isAlone = list.length === 1
  const isOneInView = !isAlone && room === 1
  return (
    <div
      ref={box}
      className={css.panes}
      data-part="panes"
      data-view={isAlone ? 'alone' : isOneInView ? 'one' : 'two'}
      role={isAlone ? undefined : 'main'}
      aria-label={isAlone ? undefined : 'Two panes'}
      style={{ '--share': `${share}%` } as CSSProperties}
    >
      {isOneInView && <PaneSwitch />}
      {list.map((pane, place) => (
        <Fragment key={pane.key}>
          {place === 1 && !isOneInView && <Divider />}
          <InPlace
            at={place as PaneIndex}
            isAlone={isAlone}
            isFocused={place === at}
            isInView={!isOneInView || place === at}
          >
            <PaneContent pane={pane} isAlone={isAlone} />
          </InPlace>
        </Fragment>
      ))}
      <DropPlace />
    </div>
  )
}

/** Provides the pane's position; a memoized value, so that it changes only when that does. */
function InPlace({
  at,
  isAlone,
  isFocused,
  isInView,
  children,
}: PanePlace & { readonly children: ReactNode }) {
  const place = useMemo(() => ({ at, isAlone, isFocused, isInView }), [at, isAlone, isFocused, isInView])
  return <PaneContext value={place}>{children}</PaneContext>
}

function DropPlace() {
  const drop = useDrop()
  if (drop === null) return null
  return (
    <div className={css.drop} data-part="pane-drop" data-how={drop.how} data-at={drop.at} aria-hidden="true">
      {drop.how === 'beside' ? 'Open beside' : 'Open here'}
    </div>
  )
}

function PaneSwitch() {
  const { list, at } = useView((now) => now.panes)
  const titles = useMirrorList((now) => list.map((pane) => thingTitle(shownIn(pane), now) ?? 'Empty pane'))
  return (
    <div
      className={classes('stack gap-2', css.switch)}
      role="group"
      aria-label="Panes"
      data-part="pane-switch"
    >
      {titles.map((title, place) => (
        <button
          key={list[place]?.key}
          type="button"
          aria-pressed={place === at}
          aria-keyshortcuts={place === at ? undefined : currentAriaKeys('otherPane')}
          onClick={() => focusPane(place as PaneIndex)}
        >
          <span className="clip">{visible(title)}</span>
          {place !== at && <KeyCaps of="otherPane" />}
        </button>
      ))}
    </div>
  )
}

/** Percent of the width per arrow key press. */
const step = 5

/** Dragged, or moved by arrow keys; Enter or a double click centers it. */
function Divider() {
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
      {...helpOf('Drag, or use the arrow keys; double-click to center')}
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

function whereTo({ nativeEvent, key }: KeyboardEvent, share: number): number | null {
  if (key === 'Home') return shares.least
  if (key === 'End') return shares.most
  if (!isKey('divider', nativeEvent)) return null
  if (key === 'Enter') return shares.usual
  return share + (key === 'ArrowLeft' ? -step : step)
}
