import type { Delta } from '../../contract/api/feed.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Clock, Fact } from '../../ports/ports.ts'

/** How long words stream, in ms, before what has come of them is kept: what a kill of Janus may cost. */
export const keepEvery = 1000

/**
 * Has the words kept that stream: they are told once in a while, those of all agents together, and nothing runs while
 * nothing streams. Whatever ends a block says it, or what had come of it.
 */
export class StreamKeeper {
  readonly #clock: Pick<Clock, 'after'>
  readonly #keep: (agent: AgentId, text: string) => void
  /** By agent: its blocks of words that are not said yet, in order. */
  readonly #streams = new Map<AgentId, Map<string, string>>()
  /** Whose words have grown since they were kept last. */
  readonly #grown = new Set<AgentId>()
  #cancel: (() => void) | null = null

  constructor(clock: Pick<Clock, 'after'>, keep: (agent: AgentId, text: string) => void) {
    this.#clock = clock
    this.#keep = keep
  }

  delta({ agent, block, of, text }: Delta): void {
    if (of !== 'text') return
    const blocks = this.#streams.get(agent) ?? new Map<string, string>()
    blocks.set(block, (blocks.get(block) ?? '') + text)
    this.#streams.set(agent, blocks)
    this.#grown.add(agent)
    this.#cancel ??= this.#clock.after(keepEvery, () => this.flush())
  }

  /** Told before the fact itself goes on. */
  fact(fact: Fact): void {
    const { agent } = fact
    if (fact.type === 'turn.ended' || fact.type === 'process.exited') this.#streams.delete(agent)
    if (fact.type !== 'block.said' || fact.block.kind !== 'text') return
    const blocks = this.#streams.get(agent)
    const [first] = blocks?.keys() ?? []
    if (first !== undefined) blocks?.delete(first)
  }

  /** Keeps at once what has grown. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = null
    const grown = [...this.#grown]
    this.#grown.clear()
    for (const agent of grown) {
      const text = [...(this.#streams.get(agent)?.values() ?? [])].join('\n\n')
      if (text !== '') this.#keep(agent, text)
    }
  }
}
