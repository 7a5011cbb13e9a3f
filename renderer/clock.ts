import { useSyncExternalStore } from 'react'

/** The one clock of the window: everything that counts seconds steps with it. */
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function listen(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const tick of listeners) tick()
    }, 1000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The time in ms, stepping once a second. */
export const useNow = (): number => useSyncExternalStore(listen, () => now)
