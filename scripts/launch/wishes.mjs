import { performance } from 'node:perf_hooks'
import { aboveShell, isStillAbove } from './above.mjs'

/**
 * A program as the user's wishes reach it.
 * @typedef {object} Heeding
 * @property {() => void} end it is to end, in order
 * @property {() => void} press Ctrl-C was pressed, for the first or another time
 */

/** npm passes each signal on that reached us already: so soon after a press it is the same one. In ms. */
const samePress = 300
/** How often it is looked whether the parent still lives, in ms. */
const look = 500

/**
 * What the user asks of Janus while it runs: the end, or by another Ctrl-C the end at once. One press never counts
 * twice, however many pass it on.
 */
export class Wishes {
  /** Whether the end was asked for. */
  isAsked = false
  /** How often Ctrl-C was pressed. */
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
   * From now on they reach this program. Nothing is lost between two: what is asked then is in `isAsked`.
   * @param {Heeding | null} program
   */
  reach(program) {
    this.#heeding = program
  }

  /**
   * npm hands a signal to the shell between us and itself, and that shell dies of it without telling us; killed, npm
   * leaves the shell behind.
   */
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
