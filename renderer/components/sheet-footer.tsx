import type { RefObject, RefCallback } from 'react'
import { Button } from './button.tsx'

interface SheetFooterProps {
  readonly act: string
  readonly onClose: () => void
  readonly isSent?: boolean
  readonly of?: RefObject<HTMLButtonElement | null> | RefCallback<HTMLButtonElement>
}

export function SheetFooter({ act, onClose, isSent = false, of }: SheetFooterProps) {
  return (
    <footer>
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" variant="primary" disabled={isSent} ref={of}>
        {act}
      </Button>
    </footer>
  )
}
