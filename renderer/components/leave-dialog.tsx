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

/** The address that the user has clicked, and is asked about. */
const leaving = createStore<{ readonly href: string | null }>(() => ({ href: null }))

const leave = (href: string): void => void window.open(href, '_blank', 'noopener,noreferrer')

/**
 * Asks before an address that `safeUrl` has given is opened, but where the user wants no question for its host. The
 * desktop asks by itself, each time, where no page can answer.
 */
export function askToLeave(href: string): void {
  if (mirror.getState().status?.shell === 'desktop') void act('pages.open', { url: href })
  else if (isTrustedHost(href)) leave(href)
  else leaving.setState({ href })
}

/** The question is answered. */
const stay = (): void => leaving.setState({ href: null })

/** The address that is asked about, if any. */
const useLeaving = (): string | null => useStore(leaving, (now) => now.href)

const name = 'knownHosts'

/** As it is kept now: another window may have changed it. What is no list of words is none. */
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

/** The host that may be opened without a question from now on; null where it always asks: only encrypted pages, whose names look like what they are. */
export function hostToKnow(href: string): string | null {
  const { kind, to, isForeign, isPlain } = destinationOf(href)
  return kind === 'web' && !isForeign && !isPlain ? to : null
}

/** Whether the user wants no question before pages of just this host, with its port. */
export function isTrustedHost(href: string): boolean {
  const host = hostToKnow(href)
  return host !== null && kept().includes(host)
}

/** Pages of this host are opened without a question, in every window of this browser. */
export const know = (host: string): void => keep([...new Set([...kept(), host])].toSorted())

/** It asks again before pages of this host. */
export const forgetHost = (host: string): void => keep(kept().filter((one) => one !== host))

/** The hosts whose pages are opened without a question. */
export const useKnownHosts = (): readonly string[] => useStore(known)
