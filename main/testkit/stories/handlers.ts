import { handlerWords } from '../../contract/handlers/handler-words.ts'
import type { Doing, Handler, HandlerAct, HandlerId, HandlerWhen } from '../../contract/handlers/handlers.ts'
import type { AgentId, Author, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Priority } from '../../contract/mail/priorities.ts'
import type { Event } from '../../core/step/events.ts'
import type { State } from '../../core/step/state.ts'
import { idOf, type Tags } from './tags.ts'

const user: Author = { kind: 'user', via: 'window' }

/** Handlers of a story: what is done about them, and how they are told. */
export class HandlerWords {
  readonly #tags: Tags
  readonly #state: () => State
  readonly #message: (id: MessageId) => Message | null

  constructor(tags: Tags, state: () => State, message: (id: MessageId) => Message | null) {
    this.#tags = tags
    this.#state = state
    this.#message = message
  }

  /**
   * `handler scout Away from=critic doing=asleep => respond Later.`, `off` for one that is off, `by=critic` for an agent's;
   * `rehandle h1 off`, `rehandle h1 place=0`, `rehandle h1 => hold`, `unhandle h1`; `hands-over m1`; `agrees h1 m1`,
   * `declines h1 m1`; `finds m1 Words of the file.`, `misses m1 It is not there.`; null for another verb.
   */
  event(verb: string, name: string, rest: string): Event | null {
    switch (verb) {
      case 'handler':
        return this.#make(this.#id(name), rest)
      case 'rehandle':
        return this.#change(this.#handler(name), rest)
      case 'unhandle': {
        const { id, agent } = this.#handler(name)
        return { type: 'handler.removed', agent, by: user, handler: id }
      }
      case 'hands-over': {
        const message = this.#message(this.#tags.untag(name))
        if (!message) throw new Error(`the story has no message ${name}`)
        return { type: 'message.handedOver', message }
      }
      case 'agrees':
      case 'declines': {
        const { id, agent } = this.#handler(name)
        const decision = verb === 'agrees' ? 'yes' : 'no'
        const about = this.#tags.untag<MessageId>(rest)
        return { type: 'handler.answered', agent, handler: id, about, decision, byName: 'Mo' }
      }
      case 'finds':
      case 'misses': {
        const id = this.#tags.untag<MessageId>(name)
        const found = verb === 'finds' ? { text: rest, problem: '' } : { text: null, problem: rest }
        return { type: 'handler.fileRead', agent: this.#message(id)?.to ?? 'agt-none', message: id, ...found }
      }
      default:
        return null
    }
  }

  /** A handler in a line. */
  line(handler: Handler, open: boolean): string {
    const { id, agent, name, isOn, when, then, asks, did } = handler
    const nameOf = (one: AgentId): string => this.#state().agents.get(one)?.agent.name ?? 'it'
    const from =
      typeof when.from === 'string' ? when.from : when.from.map((one) => ({ id: one, name: nameOf(one) }))
    const stands = open ? (isOn ? 'on' : 'off') : 'removed'
    const asked = asks.map(({ message }) => this.#tags.tag(message)).join(', ')
    const facts = [
      stands,
      ...(did > 0 ? [`did ${String(did)}`] : []),
      ...(asked ? [`asks about ${asked}`] : []),
    ]
    return `handler ${this.#tags.tag(id)} of ${nameOf(agent)} (${facts.join('; ')}) "${name}": ${handlerWords({ ...when, from }, then)}`
  }

  #make(agent: AgentId, words: string): Event {
    const [line = '', act = ''] = words.split(' => ')
    const [name = '', ...conditions] = line.split(' ')
    const by = conditions.find((one) => one.startsWith('by='))?.slice(3)
    return {
      type: 'handler.made',
      agent,
      by: by === undefined ? user : { kind: 'agent', id: this.#id(by) },
      name,
      isOn: !conditions.includes('off'),
      when: this.#when(conditions),
      then: actOf(act),
    }
  }

  #change({ id, agent }: Handler, words: string): Event {
    const of = { type: 'handler.changed', agent, by: user, handler: id } as const
    if (words === 'on' || words === 'off') return { ...of, isOn: words === 'on' }
    if (words.startsWith('place=')) return { ...of, place: Number(words.slice(6)) }
    return words.startsWith('=> ')
      ? { ...of, then: actOf(words.slice(3)) }
      : { ...of, when: this.#when(words.split(' ')) }
  }

  #when(conditions: readonly string[]): HandlerWhen {
    const given = (name: string): string | undefined =>
      conditions.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
    const from = given('from') ?? 'any'
    const all = given('all')
    const texts = (all ?? given('has'))?.replaceAll('_', ' ').split('|')
    return {
      from: from === 'any' || from === 'linked' ? from : from.split(',').map((one) => this.#id(one)),
      priorities: (given('priority')?.split(',') ?? []) as Priority[],
      words: texts === undefined ? null : { which: all === undefined ? 'any' : 'all', texts },
      question: (given('question') ?? 'any') as HandlerWhen['question'],
      doing: (given('doing')?.split(',') ?? []) as Doing[],
    }
  }

  #id(name: string): AgentId {
    return idOf(this.#state(), name)
  }

  #handler(tag: string): Handler {
    const id = this.#tags.untag<HandlerId>(tag)
    const all = [...this.#state().agents.values()].flatMap(({ handlers }) => handlers)
    const found = all.find((one) => one.id === id)
    if (!found) throw new Error(`the story has no handler ${tag}`)
    return found
  }
}

function actOf(words: string): HandlerAct {
  const [kind = '', ...rest] = words.split(' ')
  const more = rest.join(' ')
  if (kind === 'respond') return { kind, text: more }
  if (kind === 'file') return { kind: 'respond', file: more }
  if (kind === 'priority') return { kind, to: more as Priority }
  if (kind === 'command') return { kind, command: more }
  return { kind: kind as 'notify' | 'hold' | 'close' }
}
