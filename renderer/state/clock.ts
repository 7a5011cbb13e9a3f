import { useSyncExternalStore } from 'react'

/** One clock for the whole window: everything that shows seconds updates together. */
const listeners = new Set<() => void>()
let now = Date.now()
let isHeld = false
let timer: ReturnType<typeof setInterval> | undefined

function step() {
  if (isHeld) return
  now = Date.now()
  for (const tick of listeners) tick()
}

/** Calls back every second. Returns a function that ends it. */
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

/** Stops the clock while there is no connection, and updates it afterwards. */
export function holdClock(hold: boolean): void {
  if (isHeld === hold) return
  isHeld = hold
  step()
}

/** Milliseconds. */
export const readClock = (): number => now

/** Milliseconds; updates every second. */
export const useNow = (): number => useSyncExternalStore(stepWith, readClock)

/** Whether a time (ms) has passed; renders only when it does. */
export const useIsPast = (at: number): boolean => useSyncExternalStore(stepWith, () => readClock() >= at)
