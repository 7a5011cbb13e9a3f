import { namedWithKeys, currentAriaKeys, currentKeyWords } from '../keys/current-keys.ts'
import { useRef } from 'react'
import { closePane, splitPane } from '../state/pane-acts.ts'
import { IconButton } from './button.tsx'
import { usePane } from './pane.tsx'
import { setSide, useView } from '../state/view-store.ts'

/** Splits the pane, or closes it if it is one of two. */
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

/** Toggles the side panel for this pane. */
export function SideButton() {
  const { isFocused } = usePane()
  const isOpen = useView((now) => now.side === 'open') && isFocused
  // A press focuses its pane before the click, so remember what the user saw.
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
