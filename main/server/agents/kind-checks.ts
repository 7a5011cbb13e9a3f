import { agentKinds, usualKind, type AgentKind } from '../../contract/agents/kinds.ts'
import type { PlanLimit } from '../../contract/budget/plan.ts'
import type { ModelOffer } from '../../contract/agents/model-offers.ts'
import type { KindStatus } from '../../contract/api/views.ts'
import type { Installation, Installations } from '../../ports/ports.ts'

/** Most programs that are looked at at the same time, so that a look slows nothing else down. */
const mostAtOnce = 2

/** How the programs of all kinds stand, as far as they were looked at. */
export class KindChecks {
  readonly #installations: Installations
  readonly #changed: () => void
  readonly #found = new Map<AgentKind, KindStatus>()
  /** Looks that are under way or wait for their turn. */
  readonly #looks = new Map<AgentKind, Promise<void>>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** `changed` is told whenever something here is different. */
  constructor(installations: Installations, changed: () => void) {
    this.#installations = installations
    this.#changed = changed
    for (const kind of agentKinds) {
      const installation = installations[kind]
      if (installation) this.#found.set(kind, unseen(kind, installation))
    }
  }

  /** All kinds that can be started, in their order. */
  all(): readonly KindStatus[] {
    return [...this.#found.values()]
  }

  /** The program of one kind; null where there is none. */
  of(kind: AgentKind): KindStatus | null {
    return this.#found.get(kind) ?? null
  }

  /** Looks again, after a look that is under way; without a kind at the usual one and all that were looked at before. */
  async check(kind?: AgentKind): Promise<void> {
    const seen = this.all().filter((one) => one.kind === usualKind || one.checkedAt !== null)
    const wanted = kind === undefined ? seen.map((one) => one.kind) : [kind]
    await Promise.all(wanted.map((one) => this.#lookAgain(one)))
  }

  /** Looks at those of these kinds that were not looked at yet. */
  async look(kinds: readonly AgentKind[] = agentKinds): Promise<void> {
    const unseen = kinds.filter((kind) => this.of(kind)?.checkedAt === null)
    await Promise.all(unseen.map((kind) => this.#looks.get(kind) ?? this.#lookAgain(kind)))
  }

  /** A process of this kind has told which models there are. */
  offered(kind: AgentKind, models: readonly ModelOffer[]): void {
    const known = this.of(kind)
    if (!known || models.length === 0 || JSON.stringify(models) === JSON.stringify(known.models)) return
    this.#found.set(kind, { ...known, models })
    this.#changed()
  }

  /** A process of this kind has told how the plan of its account stands. */
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
    // Of another account another plan is told.
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
      // Its place goes on to the next one that waits.
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
