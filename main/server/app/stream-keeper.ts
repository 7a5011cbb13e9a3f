import type { Delta } from '../../contract/api/feed.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Clock, Fact } from '../../ports/ports.ts'

/** Milliseconds between saves of streamed text: what a crash of Janus may lose. */
export const keepEvery = 1000

/**
 * Saves partial texts of all agents together at intervals while anything streams. The end of a block saves
 * the final text instead.
 */
export class StreamKeeper {
  readonly #clock: Pick<Clock, 'after'>
  readonly #keep: (agent: AgentId, text: string) => void
  /** By agent: blocks of text that are not complete yet, in order. */
  readonly #streams = new Map<AgentId, Map<string, string>>()
  /** Agents with text since the last save. */
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

  /** Must be called before the fact is processed. */
  fact(fact: Fact): void {
    const { agent } = fact
    if (fact.type === 'turn.ended' || fact.type === 'process.exited') this.#streams.delete(agent)
    if (fact.type !== 'block.said' || fact.block.kind !== 'text') return
    const blocks = this.#streams.get(agent)
    const [first] = blocks?.keys() ?? []
    if (first !== undefined) blocks?.delete(first)
  }

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
