/**
 * Where an app is in its life: its entry is `evaluating`, it is `ready` before its message loop begins, it is `running`,
 * `quitting` once no window could stop that any more, and `gone`.
 */
export type Phase = 'evaluating' | 'ready' | 'running' | 'quitting' | 'gone'

/** How the process ended: with a code, or by a signal. */
export type End = number | NodeJS.Signals

/** Thrown in place of what never comes back, since the process is gone. */
export class ProcessGone extends Error {
  constructor() {
    super('The process is gone; nothing after this runs.')
  }
}

/** The life of an app, which all parts of the stand-in share. */
export class Life {
  phase: Phase = 'evaluating'
  /** What Electron wrote to its log by itself. */
  readonly logged: string[] = []
  readonly ended = Promise.withResolvers<End>()

  /** Fails with Electron's words where something wants an app that is ready. */
  wantReady(words: string): void {
    if (this.phase === 'evaluating') throw new Error(words)
  }

  /** Fails with Electron's words where something had to be done before. */
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

/** The next turn of the loop: what other processes answer comes there at the earliest. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
