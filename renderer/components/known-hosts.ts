import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { recall, remember } from '../state/local-storage.ts'
import { destinationOf } from './markdown/safe-url.ts'

const name = 'knownHosts'

/** As it is kept now: another window may have changed it. What is no list of words is none. */
function kept(): readonly string[] {
  const hosts = recall<unknown>(name, [])
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : []
}

const known = createStore<readonly string[]>(kept)
// Another window has changed it.
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

/** Whether the person wants no question before pages of just this host, with its port. */
export function isKnown(href: string): boolean {
  const host = hostToKnow(href)
  return host !== null && kept().includes(host)
}

/** Pages of this host are opened without a question, in every window of this browser. */
export const know = (host: string): void => keep([...new Set([...kept(), host])].toSorted())

/** It asks again before pages of this host. */
export const forget = (host: string): void => keep(kept().filter((one) => one !== host))

/** The hosts whose pages are opened without a question. */
export const useKnownHosts = (): readonly string[] => useStore(known)
