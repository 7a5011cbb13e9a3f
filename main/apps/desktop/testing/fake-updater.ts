import type { Updater } from '../updates/updater.ts'

/** An updater whose every step a test carries out. */
export class FakeUpdater implements Updater {
  page: string | null = null
  /** What was asked of it, in order. */
  readonly asked: string[] = []
  /** What the last step comes to. */
  step = Promise.withResolvers<string | null>()
  progress: (percent: number) => void = () => undefined

  check(): Promise<string | null> {
    return this.#ask('check')
  }

  async download(progress: (percent: number) => void): Promise<void> {
    this.progress = progress
    await this.#ask('download')
  }

  async install(): Promise<void> {
    await this.#ask('install')
  }

  #ask(what: string): Promise<string | null> {
    this.asked.push(what)
    this.step = Promise.withResolvers()
    return this.step.promise
  }

  /** The step that is under way succeeds, and what follows from it has run. */
  async succeed(version: string | null = null): Promise<void> {
    this.step.resolve(version)
    await new Promise(setImmediate)
  }

  /** It fails. */
  async fail(error: Error): Promise<void> {
    this.step.reject(error)
    await new Promise(setImmediate)
  }
}
