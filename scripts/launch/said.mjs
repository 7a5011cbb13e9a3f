/** @typedef {'starting' | 'window' | 'refused' | 'handed over' | 'no sandbox'} Word a status line of the desktop app */
/** @typedef {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} App */
/** @typedef {{out: (text: string) => void, err: (text: string) => void}} User the user's terminal */

/** Lines for the launcher alone; all other output goes to the user. */
const ours = /^janus: (?:(starting|window|handed over|no sandbox)|(refused) (.*?))\r?$/
/** Characters kept of the end of stderr: enough for the line that says why a program dies. */
const kept = 8_000
/** Milliseconds. A dead program's output is in the pipe already, which an orphan may keep open forever. */
const rest = 200

/** Passes the app's output to the user, except lines for the launcher. */
export class Said {
  /** @type {Set<Word>} */
  words = new Set()
  /** Empty when there was no refusal. */
  refusal = ''
  /** The end of stderr. */
  errors = ''
  #unfinished = ''
  #user
  #hear
  #closed

  /**
   * @param {App} app
   * @param {User} user
   * @param {(word: Word) => void} hear
   */
  constructor({ stdout, stderr }, user, hear) {
    this.#user = user
    this.#hear = hear
    stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => this.#read(text))
    stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      this.errors = (this.errors + text).slice(-kept)
      user.err(text)
    })
    this.#closed = Promise.all(
      [stdout, stderr].map((pipe) => new Promise((close) => pipe.on('close', close))),
    )
  }

  /** Waits for the remaining output of a program that has ended. */
  async rest() {
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    await Promise.race([this.#closed, new Promise((late) => (timer = setTimeout(late, rest)))])
    clearTimeout(timer)
    if (this.#unfinished !== '') this.#read('\n')
  }

  /** @param {string} text */
  #read(text) {
    const lines = (this.#unfinished + text).split('\n')
    this.#unfinished = lines.pop() ?? ''
    for (const line of lines) {
      if (!this.#take(line)) this.#user.out(`${line}\n`)
    }
  }

  /** @param {string} line */
  #take(line) {
    const [, plain, refused, words = ''] = ours.exec(line) ?? []
    const word = /** @type {Word | undefined} */ (plain ?? refused)
    if (word === undefined) return false
    if (word === 'refused') this.refusal = words
    this.words.add(word)
    this.#hear(word)
    return true
  }
}
