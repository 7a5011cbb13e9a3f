/** @typedef {'starting' | 'window' | 'refused' | 'handed over' | 'no sandbox'} Word what the desktop app tells its launcher */
/** @typedef {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} App */
/** @typedef {{out: (text: string) => void, err: (text: string) => void}} User where the user reads */

/** The lines that are for the launcher alone; everything else that the app prints is for the user. */
const ours = /^janus: (?:(starting|window|handed over|no sandbox)|(refused) (.*?))\r?$/
/** So much of the end of stderr is kept, in characters: enough for the line in which a program says why it dies. */
const kept = 8_000
/** What a dead program wrote last is in the pipe already; a stray child of it may hold that open for ever. In ms. */
const rest = 200

/** What a desktop app says: passed on to the user, but for what is meant for the launcher. */
export class Said {
  /** @type {Set<Word>} */
  words = new Set()
  /** The words of a refusal; empty when there was none. */
  refusal = ''
  /** The end of what it printed on stderr. */
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

  /** Waits for what a program that has ended had still to say. */
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
