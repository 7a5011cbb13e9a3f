import type { UpdateFailure } from '../../../contract/app/updates.ts'

/** Each method rejects with `UpdateError` and then has changed nothing. */
export interface Updater {
  /** Page where the user gets a newer version; null when this one installs it. */
  readonly page: string | null
  /** Returns the offered version if it is newer and signed by the same publisher, else null. */
  check(): Promise<string | null>
  /** Downloads and verifies the version; reports whole percents. */
  download(progress: (percent: number) => void): Promise<void>
  /** Replaces this version with the downloaded one, starts it and ends this process. */
  install(): Promise<void>
}

export class UpdateError extends Error {
  readonly reason: UpdateFailure

  constructor(reason: UpdateFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UpdateError'
    this.reason = reason
  }
}
