import { usualKind } from '../../contract/agents/kinds.ts'
import { userKey } from '../../contract/mail/authors.ts'
import type { Author } from '../../contract/api/model.ts'
import type { Presence, Shared, RemoteMessageState } from '../../contract/fleet/machines.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { LinkId } from '../../contract/links/links.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { remoteAuthor, machineOf, peerId } from '../../core/step/peer-ids.ts'
import type {
  WireCrossed,
  WireLink,
  WireLinkAct,
  WireMail,
  WireReceipt,
  WireConclusion,
  WireSeat,
  WireSeatAct,
  WireSeatMail,
} from '../../fleet/contract/wire.ts'
import { turnOf } from '../../fleet/core/link-words.ts'
import { protocol } from '../../fleet/core/log.ts'
import { sendCommand } from '../factories/factories.ts'
import { remoteAgentId, user, type Scene, type Verb } from './scene.ts'

const life = '0000000112345678'

/** Actions on remote agents and gatherings, and envelopes of other machines. */
export const machineVerbs: Readonly<Record<string, Verb>> = {
  // `machines attic barn,cellar`: this machine is attic.
  machines: (_scene, self, rest) => ({ type: 'machines.known', self, others: rest.split(',') }),
  share: (scene, name, shared) => ({
    type: 'agent.changed',
    agent: scene.id(name),
    shared: shared as Shared,
  }),
  // `present barn bob,ann`: the agents that barn shares; ` heard=2`: the last envelope it received.
  present: (scene, machine, rest) => {
    const [names = '', heard] = rest.split(' heard=')
    const as = scene.state.machines.get(machine)?.machine.as ?? ''
    const presence: Presence = {
      ...protocol,
      version: '0.1.0',
      incarnation: '',
      roster: [],
      user: 'Ann',
      agents: names.split(',').map((name) => ({
        id: remoteAgentId(name),
        name,
        kind: usualKind,
        role: '',
        look: { hue: 1, shape: 1 },
        status: 'idle',
        needs: null,
        shared: 'open',
      })),
      heard: heard === undefined ? {} : { [scene.state.self ?? '']: { incarnation: as, n: Number(heard) } },
    }
    return { type: 'machine.present', machine, presence }
  },
  // `away scout bob@barn ? words` writes to a remote agent: `? ` expects a reply, `re m1 ` replies to m1;
  // `away me …` is the user's.
  away: (scene, name, rest) => {
    const [marks, to = '', asks, re] = /^(\w+@\w+) (\? )?(?:re (\w+) )?/.exec(rest) ?? ['']
    const from: Author = name === 'me' ? user : { kind: 'agent', id: scene.id(name) }
    return sendCommand({
      from,
      fromName: name === 'me' ? 'mo' : name,
      to: scene.id(to),
      body: rest.slice(marks.length),
      expectsReply: asks !== undefined,
      replied: re === undefined ? null : scene.message(re),
    })
  },
  // `looked bob@barn`: the user has seen the answers there.
  looked: (scene, name) => ({ type: 'peer.seen', peer: scene.id(name) }),
  // `sits scout`, `sits me t1@barn`: the user accepts a remote seat for the agent, or for themselves.
  sits: (scene, name, rest) => decided(scene, name, rest, true),
  leaves: (scene, name, rest) => decided(scene, name, rest, false),
  views: (_scene, where) => ({ type: 'circle.seen', circle: circleOf(where) }),
  // `speaks-there t1@barn words`: with `keep` before the text if the user has more to say, `to 2` to pass to
  // seat 2, `late` for a turn that is over.
  'speaks-there': (scene, where, rest) => {
    const circle = circleOf(where)
    const [, late, keeps, to, text = ''] = /^(late )?(keep )?(?:to (\d+) ?)?(.*)$/u.exec(rest) ?? []
    const { circles = [] } = scene.state.machines.get(machineOf(circle) ?? '')?.machine ?? {}
    const ask = late === undefined ? circles.find(({ gathering }) => gathering === circle)?.ask : null
    return {
      type: 'circle.said',
      circle,
      turn: ask?.id ?? 'msg-none',
      text,
      keep: keeps !== undefined,
      to: to === undefined ? null : Number(to),
    }
  },
  // `came barn 1 KIND …` is barn's first envelope; the rest depends on the kind, see below.
  came: (scene, from, rest) => {
    const [, n = '', kind = '', said = ''] = /^(\d+) (\S+) ?(.*)$/.exec(rest) ?? []
    const body = bodies[kind]?.(scene, said)
    const mail = kind === 'mail' ? (body as WireMail) : null
    const { store } = scene
    return {
      type: 'envelope.arrived',
      envelope: {
        ...protocol,
        from,
        to: scene.state.self ?? '',
        incarnation: life,
        n: Number(n),
        kind,
        heard: { incarnation: '', n: 0 },
        body,
      },
      replied: mail?.replyTo && 'yours' in mail.replyTo ? store.message(mail.replyTo.yours) : null,
      earlier: mail ? store.messageByKey(remoteAuthor(from, mail.from), mail.id) : null,
      crossing: mail?.crossed
        ? store.crossingOf(peerId(from, mail.crossed.link), turnOf(from, mail.crossed))
        : null,
      ...(kind === 'seat.act' ? { rows: store.utterances((body as WireSeatAct).gathering, null, 200) } : {}),
    }
  },
}

const bodies: Readonly<Record<string, (scene: Scene, said: string) => unknown>> = {
  // `life set back`.
  life: (_scene, why) => ({ why }),
  withdrawn: (_scene, id) => ({ message: `msg-${id}` }),
  // `mail bob scout ? words`, with `re m1 ` or `!urgent `; `mail @mo scout …` is its user's. ` over
  // t1:converse`: the next crossing of that remote link, `t1:converse+` the one after; `in t1:ask` is a turn
  // with the piece of that gathering, `in t1:2` a statement of seat 2, `in t1:circle` a message about it.
  mail: (scene, said) => {
    const [marks, name = '', to = '', priority, asks, re, over, circle] =
      /^(\S+) (\w+) (?:!(\w+) )?(\? )?(?:re (\w+) )?(?:over (\S+) )?(?:in (\S+) )?/.exec(said) ?? ['']
    const replied = re === undefined ? null : scene.message(re)
    const isUsers = name.startsWith('@')
    return {
      id: `msg-there${String(scene.next('mail there'))}`,
      from: isUsers
        ? { kind: 'user', name: name.slice(1) }
        : { id: remoteAgentId(name.split('@')[0] ?? ''), name },
      to: scene.id(to),
      body: said.slice(marks.length),
      priority: (priority ?? 'normal') as Message['priority'],
      expectsReply: asks !== undefined,
      isReply: false,
      depth: isUsers ? 0 : 1,
      metadata: {},
      replyTo: replied && { yours: replied.id },
      ...(over === undefined ? {} : { crossed: crossedOver(scene, over) }),
      ...(circle === undefined ? {} : { seat: seatMail(circle) }),
    } satisfies WireMail
  },
  // `receipt m1 read turn=4`, `receipt m1 answered words`.
  receipt: (scene, said) => {
    const [, tag = '', stands = '', turn, words = ''] = /^(\w+) (\w+)(?: turn=(\d+))? ?(.*)$/.exec(said) ?? []
    const isReply = stands === 'answered' && words !== ''
    return {
      message: scene.untag(tag),
      stands: stands as RemoteMessageState,
      why: isReply ? '' : words,
      turn: turn === undefined ? null : Number(turn),
      isOver: stands === 'answered',
      reply: isReply ? { text: words.replaceAll('\\n', '\n'), implicit: false, metadata: {} } : null,
    } satisfies WireReceipt
  },
  // `link t1 converse bob@barn scout@attic`: the state of a remote link, with `used=3`, `closed` or ` for
  // words`.
  link: (scene, said) => {
    const [id = '', mode, ...words] = said.split(' ')
    const about = words.indexOf('for')
    const named = words.filter((word, at) => word.includes('@') && (about < 0 || at < about))
    return {
      link: linkThere(id),
      mode: mode as WireLink['mode'],
      members: named.map((one) => {
        const [name = '', machine = ''] = one.split('@')
        return { machine, name, id: machine === scene.state.self ? scene.id(name) : remoteAgentId(name) }
      }),
      muted: [],
      purpose: about < 0 ? null : { name: 'Ann', text: words.slice(about + 1).join(' ') },
      opened: 'Ann',
      budget: 8,
      budgetGranted: 8,
      budgetUsed: Number(words.find((word) => word.startsWith('used='))?.slice(5) ?? 0),
      episode: 1,
      stoppedByLoop: false,
      closed: words.includes('closed') ? { name: 'Ann', why: '' } : null,
    } satisfies WireLink
  },
  'link.gone': (_scene, id) => ({ link: linkThere(id) }),
  // `link.act l1 bob joined`, of a local link.
  'link.act': (scene, said) => {
    const [tag = '', name = '', act] = said.split(' ')
    return {
      link: scene.untag(tag),
      member: remoteAgentId(name),
      act: act as WireLinkAct['act'],
    } satisfies WireLinkAct
  },
  // `link.said l1,l2 bob 7 words`: the final text of bob's turn 7.
  'link.said': (scene, said) => {
    const [tags = '', name = '', n = '', ...words] = said.split(' ')
    return {
      links: tags.split(',').map((tag) => scene.untag<LinkId>(tag)),
      member: remoteAgentId(name),
      turn: `trn-${name}${n}`,
      turnNumber: Number(n),
      text: words.join(' '),
      depth: 1,
      except: [],
    } satisfies WireConclusion
  },
  // `seat t1 scout Which port?` invites scout, or the user with `me`; `seat t1 scout over` ends that.
  seat: (scene, said) => {
    const [id = '', name = '', ...words] = said.split(' ')
    const topic = words.join(' ')
    return {
      gathering: gatheringThere(id),
      topic,
      by: 'Ann',
      member: scene.id(name),
      seated: topic !== 'over',
    } satisfies WireSeat
  },
  // `seat.act g1 bob taken`, or `user` for its user, of a local gathering.
  'seat.act': (scene, said) => {
    const [tag = '', name = '', act] = said.split(' ')
    return {
      gathering: scene.untag(tag),
      member: name === 'user' ? userKey : remoteAgentId(name),
      act: act as WireSeatAct['act'],
    } satisfies WireSeatAct
  },
}

function decided(scene: Scene, name: string, rest: string, take: boolean) {
  if (name === 'me') return { type: 'circle.decided', circle: circleOf(rest), take } as const
  return { type: 'seat.decided', agent: scene.id(name), take } as const
}

function crossedOver(scene: Scene, over: string): WireCrossed {
  const [id = '', carriage = ''] = over.split(':')
  const number = carriage.endsWith('+') ? scene.counted('crossing there') : scene.next('crossing there')
  return {
    link: linkThere(id),
    crossing: `crs-${String(number)}`,
    turnNumber: number,
    carriage: carriage.replace('+', '') as WireCrossed['carriage'],
  }
}

function seatMail(where: string): WireSeatMail {
  const [id = '', what = ''] = where.split(':')
  const turn = what === 'ask' ? ({ id: 'grt-theirs', beat: 0, beats: 1 } as const) : null
  const number = /^\d+$/.test(what) ? Number(what) : null
  return { gathering: gatheringThere(id), as: turn ? 'ask' : 'words', number, turn }
}

const linkThere = (id: string): LinkId => `lnk-${id}`
const gatheringThere = (id: string): GatheringId => `gat-${id}`

/** `t1@barn`. */
function circleOf(where: string): GatheringId {
  const [id = '', machine = ''] = where.split('@')
  return peerId(machine, gatheringThere(id))
}
