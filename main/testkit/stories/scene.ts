import type { AgentId, Author } from '../../contract/api/model.ts'
import { guestKey, userKey } from '../../contract/mail/authors.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Event } from '../../core/step/events.ts'
import { peerId } from '../../core/step/peer-ids.ts'
import { emptyState, usualLimits, type AgentState, type Limits, type State } from '../../core/step/state.ts'
import { MemoryStore } from '../memory/store/store.ts'

const letters = {
  msg: 'm',
  lnk: 'l',
  hb: 't',
  gat: 'g',
  grt: 'p',
  utt: 'u',
  hcd: 'c',
  hdl: 'h',
  tsk: 'k',
} as const
type Kind = keyof typeof letters
const kinds = Object.keys(letters) as Kind[]

/** Short names for ids in order: `m1`, `l1`, `t1` for a timer, `g1`, `p1` for a turn with the piece. */
class Tags {
  readonly #met = new Map<Kind, string[]>()

  tag(id: string): string {
    const kind = kinds.find((one) => id.startsWith(`${one}-`))
    if (!kind) throw new Error(`the story has no tag for ${id}`)
    const met = this.#met.get(kind) ?? []
    this.#met.set(kind, met)
    if (!met.includes(id)) met.push(id)
    return `${letters[kind]}${String(met.indexOf(id) + 1)}`
  }

  untag<Id extends `${Kind}-${string}`>(tag: string): Id {
    const kind = kinds.find((one) => letters[one] === tag.charAt(0)) ?? 'msg'
    return (this.#met.get(kind)?.[Number(tag.slice(1)) - 1] ?? `${kind}-none`) as Id
  }

  /** Replaces ids in a text by tags. */
  labelled(text: string): string {
    return text.replace(/\b(?:msg|lnk|hb|gat|grt|utt|hcd|hdl|tsk)-[0-9a-z]{10}/g, (id) => this.tag(id))
  }
}

export const user: Author = { kind: 'user', via: 'window' }

/** A remote agent's id, by its name in the story. */
export const remoteAgentId = (name: string): AgentId => `agt-${name}`

/** Long enough that no agent sleeps unless the story is about it. */
export const storyLimits: Limits = { ...usualLimits, sleepAfter: 600_000 }

/** What a line of a story can refer to by short names. */
export class Scene extends Tags {
  state: State = { ...emptyState, limits: storyLimits }
  store = new MemoryStore()
  now = 0

  /** An agent by name; `bob@barn` is a remote one, `user@barn` its user, `me` the local user. */
  find(name: string): AgentId | undefined {
    const [there = '', machine] = name.split('@')
    if (machine !== undefined)
      return there === 'user' ? guestKey(machine) : peerId(machine, remoteAgentId(there))
    if (name === 'me') return userKey
    return [...this.state.agents.values()].find(({ agent }) => agent.name === name)?.agent.id
  }

  id(name: string): AgentId {
    return this.find(name) ?? 'agt-none'
  }

  nameOf(id: AgentId): string {
    return this.state.agents.get(id)?.agent.name ?? 'it'
  }

  agent(name: string): AgentState {
    const found = this.state.agents.get(this.id(name))
    if (!found) throw new Error(`the story has no agent ${name}`)
    return found
  }

  /** Throws when there is no such agent. */
  agentId(name: string): AgentId {
    return this.agent(name).agent.id
  }

  message(tag: string): Message | null {
    return this.store.message(this.untag(tag))
  }

  /** Undefined unless the gathering is open. */
  gathering(tag: string): Gathering | undefined {
    return this.state.gatherings.get(this.untag(tag))
  }

  readonly #counts = new Map<string, number>()

  counted(what: string): number {
    return this.#counts.get(what) ?? 0
  }

  /** Increments the count and returns it. */
  next(what: string): number {
    const n = this.counted(what) + 1
    this.#counts.set(what, n)
    return n
  }

  /** The agent of this name, else the user. */
  doer(name: string): { readonly by: Author; readonly byName: string } {
    const id = this.find(name)
    return id === undefined ? { by: user, byName: 'Mo' } : { by: { kind: 'agent', id }, byName: name }
  }
}

/** Parses a line that begins with a verb; `name` is its next word, `rest` all after that. */
export type Verb = (scene: Scene, name: string, rest: string) => Event
