import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The address that the person has clicked, and is asked about. */
const leaving = createStore<{ readonly href: string | null }>(() => ({ href: null }))

/** Asks before an address that `safeUrl` has given is opened. */
export const askToLeave = (href: string): void => leaving.setState({ href })

/** The question is answered. */
export const stay = (): void => leaving.setState({ href: null })

/** The address that is asked about, if any. */
export const useLeaving = (): string | null => useStore(leaving, (now) => now.href)
