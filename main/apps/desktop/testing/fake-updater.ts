import type { Updater } from '../updates/updater.ts'

/** An updater whose steps the test completes. */
export class FakeUpdater implements Updater {
  page: string | null = null
  readonly asked: string[] = []
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

  /** Completes the pending step and runs what follows. */
  async succeed(version: string | null = null): Promise<void> {
    this.step.resolve(version)
    await new Promise(setImmediate)
  }

  async fail(error: Error): Promise<void> {
    this.step.reject(error)
    await new Promise(setImmediate)
  }
}
