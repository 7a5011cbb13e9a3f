import type { AgentId } from '../../contract/api/model.ts'
import type { State } from '../../core/step/state.ts'

const letters = {
  msg: 'm',
  lnk: 'l',
  hb: 't',
  gat: 'g',
  grt: 'p',
  utt: 'u',
  hcd: 'c',
  hdl: 'h',
} as const
type Kind = keyof typeof letters
const kinds = Object.keys(letters) as Kind[]

/** The id of the agent of this name, if the story has one. */
export function idOf(state: State, name: string): AgentId {
  const found = [...state.agents.values()].find(({ agent }) => agent.name === name)
  return found?.agent.id ?? 'agt-none'
}

/** Short names for what has an id, in the order in which a story meets it: `m1`, `l1`, `t1` for a timer, `g1`, `p1` for a turn with the piece. */
export class Tags {
  readonly #met = new Map<Kind, string[]>()

  tag(id: string): string {
    const kind = kinds.find((one) => id.startsWith(`${one}-`))
    if (!kind) throw new Error(`the story has no tag for ${id}`)
    const met = this.#met.get(kind) ?? []
    this.#met.set(kind, met)
    if (!met.includes(id)) met.push(id)
    return `${letters[kind]}${String(met.indexOf(id) + 1)}`
  }

  /** The id that has this tag. */
  untag<Id extends `${Kind}-${string}`>(tag: string): Id {
    const kind = kinds.find((one) => letters[one] === tag.charAt(0)) ?? 'msg'
    return (this.#met.get(kind)?.[Number(tag.slice(1)) - 1] ?? `${kind}-none`) as Id
  }

  /** Ids in words become their tags. */
  labelled(text: string): string {
    return text.replace(/\b(?:msg|lnk|hb|gat|grt|utt|hcd|hdl)-[0-9a-z]{10}/g, (id) => this.tag(id))
  }
}
