import type { RefObject, RefCallback } from 'react'

interface SheetFooterProps {
  readonly act: string
  readonly onClose: () => void
  readonly isSent?: boolean
  readonly of?: RefObject<HTMLButtonElement | null> | RefCallback<HTMLButtonElement>
}

/** What stands below a form in a sheet: the way out, and what sends it. */
export function SheetFooter({ act, onClose, isSent = false, of }: SheetFooterProps) {
  return (
    <footer>
      <button type="button" className="btn ghost" onClick={onClose}>
        Cancel
      </button>
      <button type="submit" className="btn primary" disabled={isSent} ref={of}>
        {act}
      </button>
    </footer>
  )
}
