import { performance } from 'node:perf_hooks'
import { aboveShell, isStillAbove } from './above.mjs'

/**
 * How a running program gets the user's requests.
 * @typedef {object} Heeding
 * @property {() => void} end quit in order
 * @property {() => void} press Ctrl-C, the first or a later press
 */

/** Milliseconds. npm repeats each signal that has already reached us; within this time it is the same press. */
const samePress = 300
/** Milliseconds between checks whether the parent still lives. */
const look = 500

/**
 * The user's requests while Janus runs: quit, or by another Ctrl-C quit at once. One press never counts
 * twice, though several processes pass it on.
 */
export class UserRequests {
  isAsked = false
  presses = 0
  #last = -Infinity
  /** @type {Heeding | null} */
  #heeding = null
  #now

  /**
   * @param {NodeJS.EventEmitter} [signals]
   * @param {() => number} [now]
   */
  constructor(signals = process, now = () => performance.now()) {
    this.#now = now
    for (const signal of ['SIGTERM', 'SIGHUP']) signals.on(signal, () => this.#end())
    signals.on('SIGINT', () => this.#press())
  }

  /**
   * Sends requests to this program from now on. A request between two programs is kept in `isAsked`.
   * @param {Heeding | null} program
   */
  reach(program) {
    this.#heeding = program
  }

  /** npm's shell dies of a signal without passing it on; when npm is killed, the shell lives on. */
  watchParent() {
    const parent = process.ppid
    const above = aboveShell(parent)
    const timer = setInterval(() => {
      if (process.ppid === parent && (above === null || isStillAbove(parent, above))) return
      clearInterval(timer)
      this.#end()
    }, look)
    timer.unref()
  }

  #end() {
    this.isAsked = true
    this.#heeding?.end()
  }

  #press() {
    const now = this.#now()
    if (now - this.#last < samePress) return
    this.#last = now
    this.isAsked = true
    this.presses++
    this.#heeding?.press()
  }
}
