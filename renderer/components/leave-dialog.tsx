import { useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Dialog } from './dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import { hostToKnow, isKnown, know } from './known-hosts.ts'
import { destinationOf, type Destination } from './markdown/safe-url.ts'
import { takeFocus } from './focus.ts'
import css from './leave-dialog.module.css'
import { classes } from './classes.ts'
import { act } from '../state/act.ts'
import { mirror } from '../state/store.ts'

/** The question before a page outside is opened. It stands once in the window. */
export function LeaveDialog() {
  const href = useLeaving()
  return href === null ? null : <LeaveQuestion href={href} />
}

function LeaveQuestion({ href }: { readonly href: string }) {
  const to = destinationOf(href)
  const host = hostToKnow(href)
  const [isAlways, setAlways] = useState(false)
  const go = () => {
    if (host !== null && isAlways) know(host)
    stay()
    leave(href)
  }
  return (
    <Dialog title={titleOf(to)} onClose={stay}>
      <div className={classes('sheet-body', css.leave)}>
        <p className={classes('mono', css.address)}>{href}</p>
        {to.isForeign && (
          <p className="muted">
            This name is written in letters that may look like others. It is shown as the network sees it.
          </p>
        )}
        {to.isPlain && <p className="muted">The connection is not encrypted.</p>}
        {host !== null && (
          <label className={classes('row', css.always)}>
            <input type="checkbox" checked={isAlways} onChange={(event) => setAlways(event.target.checked)} />
            Always for this host
          </label>
        )}
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

/** The address that the person has clicked, and is asked about. */
const leaving = createStore<{ readonly href: string | null }>(() => ({ href: null }))

/** Opens it in a tab that knows nothing of this one. */
const leave = (href: string): void => void window.open(href, '_blank', 'noopener,noreferrer')

/**
 * Asks before an address that `safeUrl` has given is opened, but where the person wants no question for its host. The
 * desktop asks by itself, each time, where no page can answer.
 */
export function askToLeave(href: string): void {
  if (mirror.getState().status?.shell === 'desktop') void act('pages.open', { url: href })
  else if (isKnown(href)) leave(href)
  else leaving.setState({ href })
}

/** The question is answered. */
export const stay = (): void => leaving.setState({ href: null })

/** The address that is asked about, if any. */
export const useLeaving = (): string | null => useStore(leaving, (now) => now.href)
