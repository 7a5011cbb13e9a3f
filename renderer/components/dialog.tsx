import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { IconButton } from './button.tsx'
import { speakWithin } from './voice.ts'
import { classes } from './classes.ts'

interface DialogProps {
  readonly title: string
  readonly className?: string | undefined
  readonly tools?: ReactNode
  readonly onClose: () => void
  /** Of a page that was reached from another one: where Esc leads instead of closing. */
  readonly onBack?: (() => void) | undefined
  readonly children: ReactNode
}

/** A dialog that is open as long as it is there, and gives the focus back where it was. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    if (dialog && !dialog.open) dialog.showModal()
    const fallSilent = dialog && speakWithin(dialog)
    return () => {
      fallSilent?.()
      if (dialog?.isConnected || !(before instanceof HTMLElement)) return
      // A dialog that closes itself gives the focus back, but Chromium then does not let a field be written in
      // until it is focused again; one that is taken out while open does not give it back at all. Where the
      // user has gone meanwhile, they stay.
      const now = document.activeElement
      if (now === before) before.blur()
      else if (now !== null && now !== document.body) return
      before.focus()
    }
  }, [])
  return ref
}

interface OverlayProps {
  readonly label: string
  readonly className: string | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Something bare over the window, without a heading of its own; a press beside it closes it too. */
export function Overlay({ label, className, onClose, children }: OverlayProps) {
  const ref = useModal()
  return (
    <dialog
      ref={ref}
      className={className}
      aria-label={label}
      onClose={onClose}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  )
}

/** A sheet over the window: keeps the focus, closes with Esc, gives the focus back. With another title it shows another page. */
export function Dialog({ title, className, tools, onClose, onBack, children }: DialogProps) {
  const ref = useModal()
  const heading = useId()
  useEffect(() => {
    // What was pressed is gone with its page.
    if (document.activeElement !== document.body) return
    const first =
      ref.current?.querySelector<HTMLElement>('[autofocus]') ?? ref.current?.querySelector('button')
    first?.focus()
  }, [ref, title])
  const goBack = (event: SyntheticEvent) => {
    if (!onBack || event.target !== event.currentTarget) return
    event.preventDefault()
    onBack()
  }
  return (
    <dialog
      ref={ref}
      className={classes('sheet', className)}
      aria-labelledby={heading}
      onCancel={goBack}
      onClose={onClose}
    >
      <header>
        <h1 id={heading} className="grow clip">
          {title}
        </h1>
        {tools}
        <IconButton icon="x" aria-label="Close" onClick={onClose} />
      </header>
      {children}
    </dialog>
  )
}
