import { userKey } from '../../contract/mail/authors.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { WireSeat, WireSeatAct, WireSeatMail } from '../../fleet/contract/wire.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import { peerId } from '../../core/step/peer-ids.ts'
import type { Command } from '../../core/step/events.ts'

/**
 * Circles over machines, in the words of a story. Of one of theirs: `came barn 1 seat t1 scout Which port?` keeps a seat for
 * scout, `seat t1 scout over` does so no more; `sits scout`, `leaves scout` is our user's word; words with ` in t1:ask`
 * are its turn with the piece, ` in t1:2` what seat 2 has said, ` in t1:circle` what is told of it. Of one of ours: `came
 * barn 1 seat.act g1 bob taken`. Our user is `me`: `came barn 1 seat t1 me Which port?`, `sits me t1@barn`, `views t1@barn`,
 * `speaks-there t1@barn words`, with `keep` before words after which they have more to say, `to 2` where the piece goes to seat 2, `late` for a turn that is over.
 */
export class MachineSeatWords {
  readonly #untag: (tag: string) => string
  readonly #idOf: (name: string) => AgentId
  /** The question that is with our user in a circle. */
  readonly #turnIn: (circle: GatheringId) => MessageId | null

  constructor(
    untag: (tag: string) => string,
    idOf: (name: string) => AgentId,
    turnIn: (circle: GatheringId) => MessageId | null,
  ) {
    this.#turnIn = turnIn
    this.#untag = untag
    this.#idOf = idOf
  }

  decided(verb: string, name: string, rest: string): Command {
    if (name === 'me') return { type: 'circle.decided', circle: circleOf(rest), take: verb === 'sits' }
    return { type: 'seat.decided', agent: this.#idOf(name), take: verb === 'sits' }
  }

  /** What the user does in their seat: they look, or speak in their turn. */
  acted(verb: string, where: string, rest: string): Command {
    const circle = circleOf(where)
    if (verb === 'views') return { type: 'circle.seen', circle }
    const [, late, keeps, to, text = ''] = /^(late )?(keep )?(?:to (\d+) ?)?(.*)$/u.exec(rest) ?? []
    const turn = late === undefined ? this.#turnIn(circle) : null
    return {
      type: 'circle.said',
      circle,
      turn: turn ?? 'msg-none',
      text,
      keep: keeps !== undefined,
      to: to === undefined ? null : Number(to),
    }
  }

  body(kind: string, said: string): unknown {
    const [id = '', name = '', ...words] = said.split(' ')
    if (kind === 'seat.act')
      return {
        gathering: this.#untag(id) as GatheringId,
        member: name === 'user' ? userKey : `agt-${name}`,
        act: words[0] as WireSeatAct['act'],
      } satisfies WireSeatAct
    const topic = words.join(' ')
    const seat = { gathering: theirs(id), topic, by: 'Ann', member: this.#idOf(name) }
    return { ...seat, seated: topic !== 'over' } satisfies WireSeat
  }

  /** `t1:ask`, `t1:2`, `t1:circle`. */
  mail(where: string): WireSeatMail {
    const [id = '', what = ''] = where.split(':')
    const number = /^\d+$/.test(what) ? Number(what) : null
    const turn = what === 'ask' ? ({ id: 'grt-theirs', beat: 0, beats: 1 } as const) : null
    return { gathering: theirs(id), as: turn ? 'ask' : 'words', number, turn }
  }
}

/** `t1@barn`. */
function circleOf(where: string): GatheringId {
  const [id = '', machine = ''] = where.split('@')
  return peerId(machine, theirs(id))
}

const theirs = (id: MachineName): GatheringId => `gat-${id}`
