import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './dialog.css'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A sheet over the window: keeps the focus, closes with Esc, gives the focus back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    if (dialog && !dialog.open) dialog.showModal()
    return () => {
      // A dialog that is taken out while open does not give the focus back by itself.
      if (!dialog?.isConnected && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={ref} className="sheet" aria-labelledby={heading} onClose={onClose}>
      <header>
        <h1 id={heading} className="grow clip">
          {title}
        </h1>
        <button type="button" className="btn ghost icon" aria-label="Close" onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      {children}
    </dialog>
  )
}
