import { protocol } from '../../fleet/core/log.ts'
import { sendCommand } from '../factories/factories.ts'
import { userKey } from '../../contract/mail/authors.ts'
import type { MachineName, Presence, Shared, Standing } from '../../contract/fleet/machines.ts'
import type { WireMail, WireSeatAct, WireReceipt } from '../../fleet/contract/wire.ts'
import { usualKind } from '../../contract/agents/kinds.ts'
import type { AgentId, Author, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Command } from '../../core/step/events.ts'
import type { LinkId } from '../../contract/links/links.ts'
import { authorThere, machineOf, peerId } from '../../core/step/peer-ids.ts'
import { turnOf } from '../../fleet/core/link-words.ts'
import type { State } from '../../core/step/state.ts'
import type { MemoryStore } from '../memory/store/store.ts'
import { idOf } from './tags.ts'
import { MachineSeatWords } from './machine-seats.ts'
import { MachineLinkWords } from './machine-links.ts'

const life = '0000000112345678'
const there = (name: string): AgentId => `agt-${name}`

/**
 * Other machines, in the words of a story. `machines attic barn,cellar`: we are the attic; `share scout ask`; `present barn
 * bob,ann` says whom barn shares, ` heard=2` how far it has heard us; `away scout bob@barn ? words` writes to one there
 * (`? ` asks, `re m1 ` goes on from m1), `away me …` is the user's; `looked bob@barn`: they have seen what came of that;
 * `came barn 1 mail bob scout ? words` is its first envelope, with ` re m1` or `!urgent`, `mail @mo scout …` its user's;
 * with ` over t1:converse` it crossed that link of theirs as its first crossing; `came barn 2 receipt m1 read turn=4`, or
 * `answered words`; `came barn 1 life set back`. For links see `MachineLinkWords`, for circles
 * `MachineSeatWords`. Null: none of these.
 */
export class MachineWords {
  readonly #untag: (tag: string) => string
  readonly #state: () => State
  readonly #store: MemoryStore
  readonly #links: MachineLinkWords
  readonly #seats: MachineSeatWords
  #mails = 0

  constructor(untag: (tag: string) => string, state: () => State, store: MemoryStore) {
    this.#untag = untag
    this.#state = state
    this.#store = store
    this.#seats = new MachineSeatWords(
      untag,
      (name) => this.#idOf(name),
      (circle) => {
        const { circles = [] } = this.#state().machines.get(machineOf(circle) ?? '')?.machine ?? {}
        return circles.find(({ gathering }) => gathering === circle)?.ask?.id ?? null
      },
    )
    this.#links = new MachineLinkWords(
      untag,
      (name) => this.#idOf(name),
      () => this.#state().self ?? '',
    )
  }

  event(verb: string, name: string, rest: string): Command | null {
    switch (verb) {
      case 'machines':
        return { type: 'machines.known', self: name, others: rest.split(',') }
      case 'share':
        return { type: 'agent.changed', agent: this.#idOf(name), shared: rest as Shared }
      case 'present':
        return { type: 'machine.present', machine: name, presence: this.#presence(name, rest) }
      case 'away':
        return this.#sent(name, rest)
      case 'sits':
      case 'leaves':
        return this.#seats.decided(verb, name, rest)
      case 'views':
      case 'speaks-there':
        return this.#seats.acted(verb, name, rest)
      case 'joins':
        return { type: 'link.joined', link: this.#untag(name) as LinkId }
      case 'looked': {
        const [one = '', machine = ''] = name.split('@')
        return { type: 'peer.seen', peer: peerId(machine, there(one)) }
      }
      case 'came':
        return this.#came(name, rest)
      default:
        return null
    }
  }

  #presence(machine: MachineName, rest: string): Presence {
    const [names = '', heard] = rest.split(' heard=')
    const shared = {
      kind: usualKind,
      role: '',
      look: { hue: 1, shape: 1 },
      needs: null,
      shared: 'open',
    } as const
    const state = this.#state()
    const as = state.machines.get(machine)?.machine.as ?? ''
    return {
      ...protocol,
      version: '0.1.0',
      incarnation: '',
      roster: [],
      user: 'Ann',
      agents: names.split(',').map((name) => ({ id: there(name), name, status: 'idle', ...shared })),
      heard: heard === undefined ? {} : { [state.self ?? '']: { incarnation: as, n: Number(heard) } },
    }
  }

  #sent(name: string, rest: string): Command {
    const [marks, to = '', machine = '', asks, re] = /^(\w+)@(\w+) (\? )?(?:re (\w+) )?/.exec(rest) ?? ['']
    const from: Author =
      name === 'me' ? { kind: 'user', via: 'window' } : { kind: 'agent', id: this.#idOf(name) }
    return sendCommand({
      from,
      fromName: name === 'me' ? 'mo' : name,
      to: peerId(machine, there(to)),
      body: rest.slice(marks.length),
      expectsReply: asks !== undefined,
      replied: this.#known(re),
    })
  }

  #came(from: MachineName, rest: string): Command {
    const [, n = '', kind = '', said = ''] = /^(\d+) (\S+) ?(.*)$/.exec(rest) ?? []
    const own = { ...protocol, from, to: this.#state().self ?? '', incarnation: life, n: Number(n), kind }
    const envelope = { ...own, heard: { incarnation: '', n: 0 }, body: this.#body(kind, said) }
    const mail = kind === 'mail' ? (envelope.body as WireMail) : null
    const by = mail && authorThere(from, mail.from)
    const replied = mail?.replyTo && 'yours' in mail.replyTo ? this.#store.message(mail.replyTo.yours) : null
    return {
      type: 'envelope.arrived',
      envelope,
      replied,
      earlier: by && mail ? this.#store.messageByKey(by, mail.id) : null,
      crossing: mail?.crossed
        ? this.#store.crossingOf(peerId(from, mail.crossed.link), turnOf(from, mail.crossed))
        : null,
      ...(kind === 'seat.act'
        ? { rows: this.#store.utterances((envelope.body as WireSeatAct).gathering, null, 200) }
        : {}),
    }
  }

  #body(kind: string, said: string): unknown {
    if (kind === 'life') return { why: said }
    if (kind === 'withdrawn') return { message: `msg-${said}` }
    if (kind.startsWith('seat')) return this.#seats.body(kind, said)
    if (kind.startsWith('link')) return this.#links.body(kind, said)
    return kind === 'mail' ? this.#mail(said) : this.#receipt(said)
  }

  #mail(said: string): WireMail {
    const [marks, name = '', to = '', priority, asks, re, over, circle] =
      /^(\S+) (\w+) (?:!(\w+) )?(\? )?(?:re (\w+) )?(?:over (\S+) )?(?:in (\S+) )?/.exec(said) ?? ['']
    const replied = this.#known(re)
    const from = name.startsWith('@')
      ? ({ kind: 'user', name: name.slice(1) } as const)
      : { id: there(name.split('@')[0] ?? ''), name }
    return {
      id: `msg-there${String(++this.#mails)}`,
      from,
      to: this.#idOf(to),
      body: said.slice(marks.length),
      priority: (priority ?? 'normal') as Message['priority'],
      expectsReply: asks !== undefined,
      isReply: false,
      depth: 'id' in from ? 1 : 0,
      metadata: {},
      replyTo: replied && { yours: replied.id },
      ...(over === undefined ? {} : { crossed: this.#links.crossed(over) }),
      ...(circle === undefined ? {} : { seat: this.#seats.mail(circle) }),
    }
  }

  #receipt(said: string): WireReceipt {
    const [, tag = '', stands = '', turn, words = ''] = /^(\w+) (\w+)(?: turn=(\d+))? ?(.*)$/.exec(said) ?? []
    const reply =
      stands === 'answered' && words !== ''
        ? { text: words.replaceAll('\\n', '\n'), implicit: false, metadata: {} }
        : null
    return {
      message: this.#untag(tag) as MessageId,
      stands: stands as Standing,
      why: reply ? '' : words,
      turn: turn === undefined ? null : Number(turn),
      isOver: stands === 'answered',
      reply,
    }
  }

  #known(tag: string | undefined): Message | null {
    return tag === undefined ? null : this.#store.message(this.#untag(tag) as MessageId)
  }

  #idOf(name: string): AgentId {
    return name === 'me' ? userKey : idOf(this.#state(), name)
  }
}
