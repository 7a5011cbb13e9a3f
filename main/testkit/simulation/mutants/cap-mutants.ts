import { replace, type Replacement } from './replacements.ts'

/** What begins over a cap, and what is added up. */
export const caps: Readonly<Record<string, Replacement>> = {
  'a timer, or what was broken off, begins over a cap': replace(
    'budget/caps.ts',
    'mayBegin',
    () => () => true,
  ),
  'what crossed waits for the cap of a closed link': replace(
    'links/backlog.ts',
    'letLie',
    () => () => undefined,
  ),
  'what waits behind a turn that its cap ends is over': replace(
    'budget/turn-cap.ts',
    'isHaltedByJanus',
    () =>
      ({ limits }) =>
        limits.stopped !== null,
  ),
  'mail of peers is read over a cap': replace('budget/caps.ts', 'heardWithin', () => (_, state) => state),
  'a turn of a timer counts for none': replace('budget/timers.ts', 'withTimer', () => (timers) => timers),
  'a context is as full after a summary as before': replace(
    'agents/processes.ts',
    'contextGone',
    () => () => undefined,
  ),
  'a turn is added up twice': replace('budget/book.ts', 'addUp', (real) => (step, turn) => {
    real(step, turn)
    real(step, turn)
  }),
}
