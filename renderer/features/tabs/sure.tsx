import { Dialog } from '../../components/dialog.tsx'
import { takeFocus } from '../../components/focus.ts'

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
      <div className="body">
        <p>{words}</p>
      </div>
      <footer>
        <button ref={takeFocus} type="button" className="btn ghost" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className={`btn ${isDanger ? 'danger' : 'primary'}`} onClick={onConfirm}>
          {verb}
        </button>
      </footer>
    </Dialog>
  )
}
