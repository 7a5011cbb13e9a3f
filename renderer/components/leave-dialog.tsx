import { useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import { destinationOf, type Destination } from './markdown/safe-url.ts'
import { takeFocus } from './focus.ts'
import css from './leave-dialog.module.css'
import { classes } from './classes.ts'
import { act } from '../state/act.ts'
import { mirror } from '../state/store.ts'
import { recall, remember } from '../state/local-storage.ts'

/** Asks before an external page is opened. Mounted once in the window. */
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
        <p className={classes('well mono break-anywhere', css.address)}>{href}</p>
        {to.isForeign && (
          <p className="muted">
            This name uses letters that may look like others. It is shown as the network sees it.
          </p>
        )}
        {to.isPlain && <p className="muted">The connection is not encrypted.</p>}
        {host !== null && (
          <label className={classes('row', css.always)}>
            <input type="checkbox" checked={isAlways} onChange={(event) => setAlways(event.target.checked)} />
            Don’t ask again for {host}
          </label>
        )}
      </div>
      <footer>
        <CopyButton text={() => href} label="Copy address" />
        <span className="grow" />
        <Button variant="ghost" onClick={stay}>
          Cancel
        </Button>
        <Button ref={takeFocus} variant="primary" onClick={go}>
          Open
        </Button>
      </footer>
    </Dialog>
  )
}

const titleOf = ({ kind, to }: Destination) =>
  kind === 'mail' ? `Write to ${to} with your mail program?` : `Open ${to} in your browser?`

/** The address being asked about. */
const leaving = createStore<{ readonly href: string | null }>(() => ({ href: null }))

const leave = (href: string): void => void window.open(href, '_blank', 'noopener,noreferrer')

/**
 * Opens an address that `safeUrl` returned; asks first unless the user trusts its host. The desktop app asks
 * in a native dialog, which no page can answer.
 */
export function askToLeave(href: string): void {
  if (mirror.getState().status?.shell === 'desktop') void act('pages.open', { url: href })
  else if (isTrustedHost(href)) leave(href)
  else leaving.setState({ href })
}

const stay = (): void => leaving.setState({ href: null })

const useLeaving = (): string | null => useStore(leaving, (now) => now.href)

const name = 'knownHosts'

/** Read from storage each time: another window may have changed it. */
function kept(): readonly string[] {
  const hosts = recall<unknown>(name, [])
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : []
}

const known = createStore<readonly string[]>(kept)
if (typeof window !== 'undefined') window.addEventListener('storage', () => known.setState(kept(), true))

function keep(hosts: readonly string[]) {
  remember(name, hosts)
  known.setState(hosts, true)
}

/**
 * Returns the host that may be trusted; null if it must always ask: no encryption, or a name that may look
 * like another.
 */
export function hostToKnow(href: string): string | null {
  const { kind, to, isForeign, isPlain } = destinationOf(href)
  return kind === 'web' && !isForeign && !isPlain ? to : null
}

/** Compares the whole host with its port. */
export function isTrustedHost(href: string): boolean {
  const host = hostToKnow(href)
  return host !== null && kept().includes(host)
}

export const know = (host: string): void => keep([...new Set([...kept(), host])].toSorted())

export const forgetHost = (host: string): void => keep(kept().filter((one) => one !== host))

export const useKnownHosts = (): readonly string[] => useStore(known)
