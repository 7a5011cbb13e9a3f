import { agentKinds, usualKind, type AgentKind } from '../../contract/agents/kinds.ts'
import type { PlanLimit } from '../../contract/budget/plan.ts'
import type { ModelOffer } from '../../contract/agents/model-offers.ts'
import type { KindStatus } from '../../contract/api/views.ts'
import type { Installation, Installations } from '../../ports/ports.ts'

/** Programs checked at the same time, so that checks slow nothing else down. */
const mostAtOnce = 2

/** Results of checking the programs of all kinds. */
export class KindChecks {
  readonly #installations: Installations
  readonly #changed: () => void
  readonly #found = new Map<AgentKind, KindStatus>()
  /** Checks that run or are queued. */
  readonly #looks = new Map<AgentKind, Promise<void>>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(installations: Installations, changed: () => void) {
    this.#installations = installations
    this.#changed = changed
    for (const kind of agentKinds) {
      const installation = installations[kind]
      if (installation) this.#found.set(kind, unseen(kind, installation))
    }
  }

  all(): readonly KindStatus[] {
    return [...this.#found.values()]
  }

  /** Null if this kind cannot be started. */
  of(kind: AgentKind): KindStatus | null {
    return this.#found.get(kind) ?? null
  }

  /**
   * Checks again, after any running check; without `kind`, the default kind and all that were checked before.
   */
  async check(kind?: AgentKind): Promise<void> {
    const seen = this.all().filter((one) => one.kind === usualKind || one.checkedAt !== null)
    const wanted = kind === undefined ? seen.map((one) => one.kind) : [kind]
    await Promise.all(wanted.map((one) => this.#lookAgain(one)))
  }

  /** Checks those of these kinds that were not checked yet. */
  async look(kinds: readonly AgentKind[] = agentKinds): Promise<void> {
    const unseen = kinds.filter((kind) => this.of(kind)?.checkedAt === null)
    await Promise.all(unseen.map((kind) => this.#looks.get(kind) ?? this.#lookAgain(kind)))
  }

  /** A process of this kind has reported its models. */
  offered(kind: AgentKind, models: readonly ModelOffer[]): void {
    const known = this.of(kind)
    if (!known || models.length === 0 || JSON.stringify(models) === JSON.stringify(known.models)) return
    this.#found.set(kind, { ...known, models })
    this.#changed()
  }

  /** A process of this kind has reported the limits of its account's plan. */
  limited(kind: AgentKind, limits: readonly PlanLimit[]): void {
    const known = this.of(kind)
    if (!known) return
    const keyOf = ({ minutes, of }: PlanLimit): string => `${String(minutes)} ${of}`
    const plan = [...new Map([...known.plan, ...limits].map((limit) => [keyOf(limit), limit])).values()]
    if (JSON.stringify(plan) === JSON.stringify(known.plan)) return
    this.#found.set(kind, { ...known, plan })
    this.#changed()
  }

  #lookAgain(kind: AgentKind): Promise<void> {
    const before = this.#looks.get(kind)
    const look = (before ?? Promise.resolve()).then(() => this.#inTurn(() => this.#checkNow(kind)))
    this.#looks.set(kind, look)
    return look.finally(() => {
      if (this.#looks.get(kind) === look) this.#looks.delete(kind)
    })
  }

  async #checkNow(kind: AgentKind): Promise<void> {
    const installation = this.#installations[kind]
    if (!installation) return
    const found = await installation.check()
    const known = this.of(kind)
    // Another account has another plan.
    const isSame = known?.checkedAt === null || known?.account === found.account
    const plan = isSame ? (known?.plan ?? []) : []
    this.#found.set(kind, { ...found, kind, plan, models: known?.models ?? installation.models })
    this.#changed()
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#running < mostAtOnce) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      await work()
    } finally {
      // Passes its slot to the next in the queue.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}

function unseen(kind: AgentKind, { name, models }: Installation): KindStatus {
  const nothing = { path: null, version: null, oldest: '', login: 'unknown', account: null } as const
  return { ...nothing, kind, name, models, plan: [], problem: null, checkedAt: null }
}
