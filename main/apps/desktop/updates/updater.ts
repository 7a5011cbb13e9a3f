import type { UpdateFailure } from '../../../contract/app/updates.ts'

/** Finds, fetches and installs newer versions. Each method rejects with `UpdateError`, after which all is as before. */
export interface Updater {
  /** Where the user gets a newer version; null: this one installs it by itself. */
  readonly page: string | null
  /** The version that is offered, if it is newer than this one and signed by the same makers; else null. */
  check(): Promise<string | null>
  /** Fetches the version that was found, and checks it; reports whole percents. */
  download(progress: (percent: number) => void): Promise<void>
  /** Puts the fetched version in place of this one, starts it and ends this process. */
  install(): Promise<void>
}

/** Why an update could not be found, fetched or installed. */
export class UpdateError extends Error {
  readonly reason: UpdateFailure

  constructor(reason: UpdateFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UpdateError'
    this.reason = reason
  }
}
