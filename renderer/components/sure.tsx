import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { takeFocus } from './focus.ts'

interface SureProps {
  readonly title: string
  readonly words: string
  readonly verb: string
  readonly isDanger: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Cancel has the focus, so that Enter by habit loses nothing. */
export function ConfirmDialog({ title, words, verb, isDanger, onConfirm, onClose }: SureProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="sheet-body">
        <p>{words}</p>
      </div>
      <footer>
        <Button ref={takeFocus} variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button variant={isDanger ? 'danger' : 'primary'} onClick={onConfirm}>
          {verb}
        </Button>
      </footer>
    </Dialog>
  )
}
