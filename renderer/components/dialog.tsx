import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { IconButton } from './button.tsx'
import { speakWithin } from './voice.ts'
import { classes } from './classes.ts'

interface DialogProps {
  readonly title: string
  readonly className?: string | undefined
  readonly tools?: ReactNode
  readonly onClose: () => void
  /** For a page reached from another one: Esc calls this instead of closing. */
  readonly onBack?: (() => void) | undefined
  readonly children: ReactNode
}

/** Opens the dialog while it is mounted, and returns the focus afterwards. */
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
      // After a dialog closes itself, Chromium returns the focus, but a field can't be typed in until it is
      // focused again; a dialog removed while open does not return it at all. If the user has moved the focus
      // elsewhere meanwhile, it stays there.
      const now = document.activeElement
      if (now === before) before.blur()
      else if (now !== null && now !== document.body) return
      before.focus()
    }
  }, [])
  return ref
}

interface OverlayProps extends Pick<DialogProps, 'className' | 'onClose' | 'children'> {
  readonly label: string
}

/** A modal without a heading; a press on its backdrop closes it. */
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

/** A modal sheet. Changing `title` shows another page in it. */
export function Dialog({ title, className, tools, onClose, onBack, children }: DialogProps) {
  const ref = useModal()
  const heading = useId()
  useEffect(() => {
    // The pressed button is gone with its page.
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
