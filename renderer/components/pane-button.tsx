import { namedWithKeys, currentAriaKeys, currentKeyWords } from '../keys/current-keys.ts'
import { useRef } from 'react'
import { closePane, splitPane } from '../state/pane-acts.ts'
import { IconButton } from './button.tsx'
import { usePane } from './pane.tsx'
import { setSide, useView } from '../state/view-store.ts'

/** In the head of a pane: puts another beside it, or takes it away where it is one of two. */
export function PaneButton() {
  const { at, isAlone } = usePane()
  const [name, words] = isAlone
    ? (['split', 'Split the pane'] as const)
    : (['closePane', 'Close this pane'] as const)
  return (
    <IconButton
      icon={isAlone ? 'panes' : 'x'}
      {...namedWithKeys(words, name)}
      onClick={() => (isAlone ? splitPane() : closePane(at))}
    />
  )
}

/** Opens the panel at the side for this pane, and closes it. */
export function SideButton() {
  const { isFocused } = usePane()
  const isOpen = useView((now) => now.side === 'open') && isFocused
  // A press gives its pane the focus before the click: what counts is what one saw.
  const was = useRef(isOpen)
  return (
    <IconButton
      icon="panel"
      aria-label="Side panel"
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'side' : undefined}
      aria-keyshortcuts={currentAriaKeys('side')}
      data-help={`Side panel, ${currentKeyWords('side')}`}
      onPointerDownCapture={() => void (was.current = isOpen)}
      onClick={({ detail }) => setSide((detail > 0 ? was.current : isOpen) ? 'closed' : 'open')}
    />
  )
}
