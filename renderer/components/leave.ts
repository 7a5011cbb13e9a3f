import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { act } from '../state/act.ts'
import { mirror } from '../state/store.ts'

/** The address that the person has clicked, and is asked about. */
const leaving = createStore<{ readonly href: string | null }>(() => ({ href: null }))

/** Asks before an address that `safeUrl` has given is opened. The desktop asks by itself, where no page can answer. */
export function askToLeave(href: string): void {
  if (mirror.getState().status?.shell === 'desktop') void act('pages.open', { url: href })
  else leaving.setState({ href })
}

/** The question is answered. */
export const stay = (): void => leaving.setState({ href: null })

/** The address that is asked about, if any. */
export const useLeaving = (): string | null => useStore(leaving, (now) => now.href)
