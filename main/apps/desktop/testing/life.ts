/** `ready` comes before the message loop, `quitting` when no window can prevent it any more. */
export type Phase = 'evaluating' | 'ready' | 'running' | 'quitting' | 'gone'

export type End = number | NodeJS.Signals

/** Thrown where the real process would have ended. */
export class ProcessGone extends Error {
  constructor() {
    super('The process is gone; nothing after this runs.')
  }
}

export class Life {
  phase: Phase = 'evaluating'
  readonly logged: string[] = []
  readonly ended = Promise.withResolvers<End>()

  /** Throws Electron's message before the app is ready. */
  wantReady(words: string): void {
    if (this.phase === 'evaluating') throw new Error(words)
  }

  /** Throws Electron's message once the app is ready. */
  wantNotReady(words: string): void {
    if (this.phase !== 'evaluating') throw new Error(words)
  }

  get isGone(): boolean {
    return this.phase === 'gone'
  }

  end(how: End): void {
    this.phase = 'gone'
    this.ended.resolve(how)
  }
}

/** The next turn of the event loop, the earliest time at which other processes answer. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
