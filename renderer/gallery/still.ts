/** The time in every state of the gallery, in ms. */
export const moment = Date.UTC(2026, 10, 22, 14, 5, 0)

/** This many minutes before it, in ms. */
export const ago = (minutes: number) => moment - minutes * 60_000

/** Stops the clock of this page at `moment`; timers still run. Call it before the window is loaded. */
export function stopClock(): void {
  const Real = Date
  class StillDate extends Real {
    constructor(...when: [] | [string | number | Date]) {
      super(when[0] ?? moment)
    }
    static override now(): number {
      return moment
    }
  }
  globalThis.Date = StillDate as DateConstructor
}
