import { Icon } from './icon.tsx'
import { ariaHere, wordsHere } from '../keys/keys-here.ts'
import { setSide, useView } from '../state/view-store.ts'

/** Opens the panel beside the pane, and closes it. */
export function SideButton() {
  const isOpen = useView((now) => now.side === 'open')
  return (
    <button
      type="button"
      className="btn ghost icon"
      aria-label="Side panel"
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'side' : undefined}
      aria-keyshortcuts={ariaHere('side')}
      data-help={`Side panel, ${wordsHere('side')}`}
      onClick={() => setSide(isOpen ? 'closed' : 'open')}
    >
      <Icon name="panel" />
    </button>
  )
}
