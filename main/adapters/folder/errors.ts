/** The state folder, or something in it, is not as it must be; the message says what to do. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

/** Another Janus holds the state folder. */
export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError'
  /** The first one's process, where it is known. */
  readonly pid: number | null
  /** Where the first one listens, where it is known. */
  readonly url: string | null
  /** Whether it is about to let go. */
  readonly isEnding: boolean

  constructor(folder: string, pid: number | null, url: string | null, isEnding = false) {
    const who = pid === null ? 'Another Janus' : `Janus, process ${pid},`
    const window = url === null ? '' : ` at ${url.replace(/\/api$/, '/')}`
    super(
      `${who} already runs on ${folder}. Use its window${window} (where it was started, a fresh address is printed when you open that one), end it, or choose another folder with --home.`,
    )
    this.pid = pid
    this.url = url
    this.isEnding = isEnding
  }
}
