import type { Janus } from './compose.ts'

/** Exit code when the user doesn't wait, as after an unhandled SIGINT. */
export const forcedExitCode = 130
/** Exit code after an internal error; the launcher knows it too. */
export const breakdownExitCode = 70
/** Milliseconds for cleanup after an internal error. */
export const breakdownTimeout = 6_000
/** Default port of the agents API. */
export const usualPort = 9223
/** Names shown before the rest is counted. */
const named = 3

export interface Quitting {
  readonly running: () => readonly Pick<Janus, 'busy' | 'abort'>[]
  /** Quits gracefully, then ends the process unless the user was in a hurry. Called once. */
  readonly quit: () => void
  readonly exit: (code: number) => void
  readonly say: (line: string) => void
}

/** Signals of the process, and `disconnect` when the parent's channel closes. */
export interface Signals {
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'disconnect', listener: () => void): unknown
}

/**
 * The first signal quits gracefully; a second Ctrl-C ends everything by force. A terminal sends SIGINT to
 * each process of its group once; launchers forward signals as SIGTERM, any number of times, so that one key
 * press never counts twice.
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
    say(quittingMessage(running().flatMap((janus) => janus.busy())))
    quit()
  }
  const insist = async (): Promise<void> => {
    say('Ending all at once.')
    await Promise.allSettled(running().map((janus) => janus.abort()))
    exit(forcedExitCode)
  }
  signals.on('SIGTERM', ask)
  signals.on('SIGHUP', ask)
  // A killed launcher can't forward signals, so nothing else could end this process.
  signals.on('disconnect', ask)
  signals.on('SIGINT', () => {
    presses++
    ask()
    if (presses === 2) void insist()
  })
  return { isHurried: () => presses > 1 }
}

/** "Ada, Bo and Cy"; long lists end with the number of others. */
export function listNames(names: readonly string[]): string {
  const rest = names.length - named
  const shown = rest > 1 ? [...names.slice(0, named), `${String(rest)} others`] : names
  return new Intl.ListFormat('en-GB').format(shown)
}

export function quittingMessage(busy: readonly string[]): string {
  if (busy.length === 0) return 'Quitting. A second Ctrl-C ends all at once.'
  const names = listNames(busy)
  const whose =
    busy.length === 1
      ? `${names}'s turn is being stopped and goes on`
      : `the turns of ${names} are being stopped and go on`
  return `Quitting: ${whose} at the next start. A second Ctrl-C ends all at once.`
}
