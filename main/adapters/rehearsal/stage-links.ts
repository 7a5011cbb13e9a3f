/** A link as Janus keeps it, as far as the stage needs it. */
interface StageLink {
  readonly id: string
  readonly members: readonly string[]
  readonly mode: string
  /** Who waits for the first word of whom: `Builder<Scout`. */
  readonly asks: Set<string>
}

/** One receiver of a crossing. */
export interface Crossed {
  readonly to: string
  readonly wakes: boolean
}

/** Links between the agents of a stage, and what stands before their next prompts. For tests. */
export class StageLinks {
  #links: StageLink[] = []
  readonly #before = new Map<string, string[]>()

  open(members: readonly string[], mode: string): string {
    const same = this.#links.find((link) => members.every((one) => link.members.includes(one)))
    if (same !== undefined) return same.id
    const link = { id: `lnk-${this.#links.length + 1}`, members, mode, asks: new Set<string>() }
    this.#links.push(link)
    for (const one of members) {
      const others = members.filter((other) => other !== one).map((other) => `"${other}"`)
      const line = `You are linked with ${others.join(', ')} (${link.id}: …).`
      this.put(
        one,
        `[From Janus]:\n${line}\nTo speak over a link:\n1. Begin with the substance. No greeting?`,
      )
    }
    return link.id
  }

  close(id: string, by: string): void {
    const [closed] = this.#links.filter((link) => link.id === id)
    this.#links = this.#links.filter((link) => link.id !== id)
    for (const one of closed?.members ?? [])
      if (one !== by) this.put(one, `[From Janus]:\nYour link ${id} with "${by}" was closed by "${by}".`)
  }

  /** Something was sent: its first word back wakes. */
  said(from: string, to: string): void {
    for (const { members, asks } of this.#links)
      if (members.includes(from) && members.includes(to)) asks.add(`${from}<${to}`)
  }

  /** The final words of a turn go over the links of its agent. */
  cross(from: string, text: string): readonly Crossed[] {
    if (/^SILENT\.?$/.test(text.trim()) || text.trim() === '') return []
    return this.#links
      .filter(({ members }) => members.includes(from))
      .flatMap(({ members, mode, asks }) =>
        members.flatMap((to) => {
          if (to === from) return []
          const isAnswer = mode === 'answers' && asks.delete(`${to}<${from}`)
          if (!isAnswer) asks.add(`${from}<${to}`)
          return [{ to, wakes: isAnswer || mode === 'converse' }]
        }),
      )
  }

  /** Something stands before the agent's next prompt. */
  put(to: string, words: string): void {
    this.#before.set(to, [...(this.#before.get(to) ?? []), words])
  }

  /** What stands before the prompt that is put now. */
  take(to: string): readonly string[] {
    const before = this.#before.get(to) ?? []
    this.#before.delete(to)
    return before
  }
}
