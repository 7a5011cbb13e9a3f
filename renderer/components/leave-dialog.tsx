import { Dialog } from './dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import { stay, useLeaving } from './leave.ts'
import { destinationOf, type Destination } from './markdown/safe-url.ts'
import { takeFocus } from './focus.ts'
import './leave-dialog.css'

/** The question before a page outside is opened. It stands once in the window. */
export function LeaveDialog() {
  const href = useLeaving()
  return href === null ? null : <LeaveQuestion href={href} />
}

function LeaveQuestion({ href }: { readonly href: string }) {
  const to = destinationOf(href)
  const go = () => {
    stay()
    // In a tab that knows nothing of this one.
    window.open(href, '_blank', 'noopener,noreferrer')
  }
  return (
    <Dialog title={titleOf(to)} onClose={stay}>
      <div className="body leave">
        <p className="mono address">{href}</p>
        {to.isForeign && (
          <p className="muted">
            This name is written in letters that may look like others. It is shown as the network sees it.
          </p>
        )}
        {to.isPlain && <p className="muted">The connection is not encrypted.</p>}
      </div>
      <footer>
        <CopyButton text={() => href} label="Copy address" />
        <span className="grow" />
        <button type="button" className="btn ghost" onClick={stay}>
          Stay
        </button>
        <button type="button" ref={takeFocus} className="btn primary" onClick={go}>
          Open
        </button>
      </footer>
    </Dialog>
  )
}

const titleOf = ({ kind, to }: Destination) =>
  kind === 'mail' ? `Write to ${to} with your mail program?` : `Open ${to} in your browser?`
