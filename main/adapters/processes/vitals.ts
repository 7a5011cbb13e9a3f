import type { HealthWarningKind } from '../../contract/agents/vitals.ts'
import type { FrameId } from '../../contract/api/model.ts'
import type { Clock } from '../../ports/ports.ts'
import type { ProgramFact } from './agent-family.ts'
import type { GroupLook } from './system-processes.ts'

/** Milliseconds between checks of a process that owes a response. */
const often = 5_000
/** Milliseconds of silence before the first check. */
const patience = 10_000
/** Milliseconds without output and CPU use after which a turn counts as quiet. */
const silence = 120_000
/** Milliseconds after which an idle process that did not accept a prompt counts as hung. */
const answerLimit = 30_000
/** Milliseconds of CPU time between two checks that count as none. */
const nothing = 50

interface VitalsOptions {
  readonly clock: Clock
  /** Returns null when unknown. */
  look(): GroupLook | null
  /** Reports a new warning, or null when it is over. */
  tell(warning: HealthWarningKind | null): void
  hangs(): void
}

/**
 * Watches whether a process is alive: by its output, and while it owes a response and is silent, by its CPU
 * use. A process that waits for the user owes nothing.
 */
export class LivenessWatch {
  readonly #options: VitalsOptions
  /** Prompts not accepted yet, with the time in milliseconds. */
  readonly #untaken = new Map<FrameId, number>()
  readonly #cards = new Set<string>()
  #inTurn = false
  #heardAt: number
  /** Time of the last check that found CPU use. */
  #workedAt: number
  #cpu: number | null = null
  #warning: HealthWarningKind | null = null
  #cancel: (() => void) | null = null

  constructor(options: VitalsOptions) {
    this.#options = options
    this.#heardAt = options.clock.steady()
    this.#workedAt = this.#heardAt
  }

  /** A prompt sent during a turn may legitimately wait. */
  wrote(frame: FrameId): void {
    if (!this.#inTurn) this.#untaken.set(frame, this.#options.clock.steady())
    this.#watch()
  }

  heard(fact: ProgramFact | null): void {
    this.#heardAt = this.#options.clock.steady()
    if (fact !== null) this.#read(fact)
    this.#show(null)
    this.#watch()
  }

  end(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#inTurn = false
    this.#untaken.clear()
  }

  #read(fact: ProgramFact): void {
    switch (fact.type) {
      case 'turn.began':
        this.#inTurn = true
        return this.#untaken.clear()
      case 'turn.ended':
        this.#inTurn = false
        return this.#cards.clear()
      case 'frame.accepted':
      case 'frame.started':
      case 'frame.cancelled':
        this.#untaken.delete(fact.frame)
        return
      case 'card.asked':
        this.#cards.add(fact.request)
        return
      case 'card.withdrawn':
        this.#cards.delete(fact.request)
        return
      case 'process.exited':
        return this.end()
      default:
    }
  }

  answered(request: string): void {
    this.#cards.delete(request)
    this.#heardAt = this.#options.clock.steady()
    this.#watch()
  }

  #watch(): void {
    const owes = this.#untaken.size > 0 || (this.#inTurn && this.#cards.size === 0)
    if (!owes) {
      this.#cancel?.()
      this.#cancel = null
    } else
      this.#cancel ??= this.#options.clock.after(often, () => {
        this.#cancel = null
        this.#look()
        this.#watch()
      })
  }

  #look(): void {
    const now = this.#options.clock.steady()
    if (now - this.#heardAt < patience && this.#warning === null) return
    const found = this.#options.look()
    if (found === null) return
    if (this.#cpu === null || found.cpu - this.#cpu > nothing) this.#workedAt = now
    this.#cpu = found.cpu
    if (found.isStopped) return this.#show('suspended')
    const still = now - Math.max(this.#heardAt, this.#workedAt)
    const owedFor = now - Math.min(now, ...this.#untaken.values())
    if (owedFor >= answerLimit && still >= patience) {
      this.#untaken.clear()
      return this.#options.hangs()
    }
    this.#show(this.#inTurn && still >= silence ? 'quiet' : null)
  }

  #show(warning: HealthWarningKind | null): void {
    if (warning === this.#warning) return
    this.#warning = warning
    this.#options.tell(warning)
  }
}
