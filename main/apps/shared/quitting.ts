import type { Janus } from './compose.ts'

/** The exit code of an end that did not wait; as after a SIGINT that nobody heard. */
export const hurriedCode = 130
/** The exit code after a mistake of ours; the launcher knows it too. */
export const brokeDownCode = 70
/** How long what was begun may take to be ended after a mistake of ours, in ms. */
export const lastChance = 6_000
/** Port of the agents API where nothing else is said. */
export const usualPort = 9223
/** Most names that are said. */
const named = 3

/** How a shell ends when its process is told to. */
export interface Quitting {
  /** Every Janus that runs in this process. */
  readonly running: () => readonly Pick<Janus, 'busy' | 'abort'>[]
  /** Ends them in order, then the process, unless that is hurried by then. Called once. */
  readonly quit: () => void
  /** Ends the process at once. */
  readonly exit: (code: number) => void
  readonly say: (line: string) => void
}

/** The signals of a process, and that the one that started it over a channel is gone; in tests, of none. */
export interface Signals {
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'disconnect', listener: () => void): unknown
}

/**
 * The first signal quits in order and says at once what is waited for; a second Ctrl-C ends everything by force.
 * Only SIGINT is a press of Ctrl-C: a terminal gives it to each process of its group once. SIGTERM and SIGHUP ask
 * for the end, however often they come: anyone who passes a signal on to us passes it as SIGTERM, so that one press
 * never counts twice. Tells whether the user would not wait.
 */
export function quitOnSignals(
  { running, quit, exit, say }: Quitting,
  signals: Signals = process,
): { readonly isHurried: () => boolean } {
  let isAsked = false
  let presses = 0
  const ask = (): void => {
    if (isAsked) return
    isAsked = true
    say(quittingWords(running().flatMap((janus) => janus.busy())))
    quit()
  }
  const insist = async (): Promise<void> => {
    say('Ending all at once.')
    await Promise.allSettled(running().map((janus) => janus.abort()))
    exit(hurriedCode)
  }
  signals.on('SIGTERM', ask)
  signals.on('SIGHUP', ask)
  // Killed, a launcher can pass nothing on: nobody would be left who could ask for the end.
  signals.on('disconnect', ask)
  signals.on('SIGINT', () => {
    presses++
    ask()
    if (presses === 2) void insist()
  })
  return { isHurried: () => presses > 1 }
}

/** Names as a list in words, as "Ada, Bo and Cy"; of many the first few, and how many the others are. */
export function namesInWords(names: readonly string[]): string {
  const rest = names.length - named
  const shown = rest > 1 ? [...names.slice(0, named), `${String(rest)} others`] : names
  return new Intl.ListFormat('en-GB').format(shown)
}

/** What the user is told first: who is in the middle of a turn, and how not to wait. */
export function quittingWords(busy: readonly string[]): string {
  if (busy.length === 0) return 'Quitting. A second Ctrl-C ends all at once.'
  const names = namesInWords(busy)
  const whose =
    busy.length === 1
      ? `${names}'s turn is being stopped and goes on`
      : `the turns of ${names} are being stopped and go on`
  return `Quitting: ${whose} at the next start. A second Ctrl-C ends all at once.`
}
