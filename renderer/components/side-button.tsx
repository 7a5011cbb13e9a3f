import { useRef } from 'react'
import { Icon } from './icon.tsx'
import { usePane } from './pane.tsx'
import { namedWithKeys } from '../keys/keys-here.ts'
import { setSide, useView } from '../state/view-store.ts'

/** Opens the panel at the side for this pane, and closes it. */
export function SideButton() {
  const { isFocused } = usePane()
  const isOpen = useView((now) => now.side === 'open') && isFocused
  // A press gives its pane the focus before the click: what counts is what one saw.
  const was = useRef(isOpen)
  return (
    <button
      type="button"
      className="btn ghost icon"
      {...namedWithKeys('Side panel', 'side')}
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'side' : undefined}
      onPointerDownCapture={() => void (was.current = isOpen)}
      onClick={({ detail }) => setSide((detail > 0 ? was.current : isOpen) ? 'closed' : 'open')}
    >
      <Icon name="panel" />
    </button>
  )
}
