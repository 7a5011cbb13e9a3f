import { useSyncExternalStore } from 'react'

/** The one clock of the window: everything that counts seconds steps with it. */
const listeners = new Set<() => void>()
let now = Date.now()
let isHeld = false
let timer: ReturnType<typeof setInterval> | undefined

function step() {
  if (isHeld) return
  now = Date.now()
  for (const tick of listeners) tick()
}

/** Calls back with every step of the clock; the answer ends it. */
export function stepWith(listener: () => void): () => void {
  if (listeners.size === 0) {
    if (!isHeld) now = Date.now()
    timer = setInterval(step, 1000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** Stops the clock while nothing is heard of what it counts, and sets it right afterwards. */
export function holdClock(hold: boolean): void {
  if (isHeld === hold) return
  isHeld = hold
  step()
}

/** The time in ms as it is shown. */
export const readClock = (): number => now

/** The time in ms, stepping once a second. */
export const useNow = (): number => useSyncExternalStore(stepWith, readClock)

/** Whether a time has come, in ms; steps only when it does. */
export const useIsPast = (at: number): boolean => useSyncExternalStore(stepWith, () => readClock() >= at)
