import { classes } from './classes.ts'
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

/** A question with a yes and a no. The no has the focus: Enter by habit loses nothing. */
export function Sure({ title, words, verb, isDanger, onConfirm, onClose }: SureProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="sheet-body">
        <p>{words}</p>
      </div>
      <footer>
        <button ref={takeFocus} type="button" className="btn ghost" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className={classes('btn', isDanger ? 'danger' : 'primary')} onClick={onConfirm}>
          {verb}
        </button>
      </footer>
    </Dialog>
  )
}
