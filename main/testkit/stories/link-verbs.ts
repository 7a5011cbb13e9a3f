import type {
  ReceiverState,
  Handler,
  HandlerAction,
  HandlerId,
  HandlerWhen,
} from '../../contract/handlers/handlers.ts'
import type { Link, LinkMode } from '../../contract/links/links.ts'
import type { Priority } from '../../contract/mail/priorities.ts'
import type { HeartbeatId, Intent } from '../../contract/timers/heartbeats.ts'
import type { PeerEvent, TriggerEvent, TriggerOn, TriggerSettings } from '../../contract/timers/triggers.ts'
import type { Weekday } from '../../contract/timers/schedules.ts'
import type { Event } from '../../core/step/events.ts'
import { known } from './mail-verbs.ts'
import { user, type Scene, type Verb } from './scene.ts'

/** Actions of users and agents on links and timers. */
export const linkVerbs: Readonly<Record<string, Verb>> = {
  // `link mo scout builder converse for Agree.`, `link mo scout builder mentions named Fares`
  link: (scene, name, rest) => {
    const [written = '', called] = rest.split(' named ')
    const [, line = '', purpose] = withPurpose.exec(written) ?? []
    const words = line.split(' ')
    return {
      type: 'link.opened',
      ...scene.doer(name),
      members: [name, ...words].flatMap((one) => scene.find(one) ?? []),
      mode: words.find(isMode) ?? null,
      budget: null,
      ...(called === undefined ? {} : { name: called }),
      ...(purpose === undefined ? {} : { purpose }),
    }
  },
  // `relink l1 paused`, `relink l1 extend`, `relink l1 for Agree.`, `relink l1 scout absorb`, `relink l1 named Fares`.
  relink: (scene, tag, rest) => {
    const of = { type: 'link.changed', link: scene.untag<Link['id']>(tag) } as const
    const [, line = '', purpose] = withPurpose.exec(rest) ?? []
    if (purpose !== undefined) return { ...of, purpose: { by: user, name: 'Mo', text: purpose } }
    if (line.startsWith('named ')) return { ...of, name: line.slice(6) }
    if (line === 'extend') return { ...of, extend: true }
    if (isMode(line)) return { ...of, mode: line }
    const [name = '', side] = line.split(' ')
    return { ...of, mine: { agent: scene.agentId(name), side: side as 'absorb' | 'link' } }
  },
  // `posts l1 @Scout Look.` by the user, `posts l1 quietly @Scout` without starting a turn.
  posts: (scene, tag, rest) => {
    const quiet = rest.startsWith('quietly ')
    const of = { type: 'link.said', link: scene.untag<Link['id']>(tag), ...scene.doer('mo') } as const
    return { ...of, text: quiet ? rest.slice(8) : rest, quiet }
  },
  // `unlink l1 scout Bye.`
  unlink: (scene, tag, rest) => {
    const [name = '', ...words] = rest.split(' ')
    const message = words.join(' ') || null
    return { type: 'link.closed', link: scene.untag(tag), ...scene.doer(name), message }
  },
  // `sets scout check 60 about=builder Look at it.`, by the agent itself; `by=mo` by the user. `sets scout
  // event idle*60 about=builder Look.`: whenever that agent becomes idle, at most once a minute; `event idle`
  // once, `event files:src/**`, `event webhook`. `sets scout schedule 09:00/mon,tue Look.`: Berlin time, once
  // without days.
  sets: (scene, name, rest) => {
    const [intent = '', when = '', ...words] = rest.split(' ')
    const [at = '', days] = when.split('/')
    const isClock = intent !== 'event' && at.includes(':')
    const about = /^about=(\S+)$/.exec(words[0] ?? '')?.[1]
    if (about !== undefined) words.shift()
    const isUsers = words[0] === 'by=mo'
    if (isUsers) words.shift()
    return {
      type: 'heartbeat.set',
      ...scene.doer(isUsers ? 'mo' : name),
      agent: scene.agentId(name),
      intent: intent as Intent,
      note: words.join(' '),
      wait: isClock || intent === 'event' ? 0 : Number(when) * 1000,
      ...(intent === 'event' ? { trigger: triggerOf(when) } : {}),
      schedule: isClock ? { at, days: (days?.split(',') ?? []) as Weekday[], zone: 'Europe/Berlin' } : null,
      idempotencyKey: null,
      about: about === undefined ? null : (scene.find(about) ?? scene.untag<`msg-${string}`>(about)),
    }
  },
  // `happens t1 webhook`, `happens t1 src/fares.js` (the file changed), `happens t1 gone` (its folder is
  // deleted), `happens t1 ENOSPC`.
  happens: (scene, tag, what) => {
    const heartbeat = scene.untag<HeartbeatId>(tag)
    const all = [...scene.state.agents.values()].flatMap(({ heartbeats }) => heartbeats)
    const agent = all.find(({ id }) => id === heartbeat)?.agent ?? 'agt-none'
    const event: TriggerEvent =
      what === 'webhook'
        ? { kind: 'webhook' }
        : what === 'gone'
          ? { kind: 'folderGone' }
          : /^E[A-Z]+$/.test(what)
            ? { kind: 'unwatched', code: what }
            : { kind: 'files', path: what }
    return { type: 'trigger.happened', agent, heartbeat, event }
  },
  // `timer t1 pause`, `resume`, `delay`, `skip`, `keep`, `cancel`; by the user, or by an agent: `timer t1 keep scout`.
  timer: (scene, tag, rest) => {
    const [act = '', name] = rest.split(' ')
    const heartbeat = scene.untag<HeartbeatId>(tag)
    const by = name === undefined ? user : ({ kind: 'agent', id: scene.agentId(name) } as const)
    if (act === 'cancel') return { type: 'heartbeat.cancelled', heartbeat, by }
    const action = act as 'pause' | 'resume' | 'delay' | 'skip' | 'keep'
    return { type: 'heartbeat.changed', heartbeat, by, action }
  },
}

function triggerOf(written: string): TriggerSettings {
  const [what = '', interval] = written.split(/\*(?=\d+$)/)
  const [kind = '', glob = ''] = what.split(':')
  const on: TriggerOn =
    kind === 'files'
      ? { kind, glob }
      : kind === 'webhook'
        ? { kind, secretHash: '' }
        : { kind: kind as PeerEvent }
  const repeats = interval !== undefined
  return { on, repeats, interval: Number(interval ?? 60) * 1000, perDay: 3 }
}

const withPurpose = /^(.*?)(?:(?:^| )for (.*))?$/

const isMode = (word: string): word is LinkMode =>
  ['answers', 'converse', 'absorb', 'mentions', 'paused'].includes(word)

/** User actions on rules, and the results of their questions and files. */
export const handlerVerbs: Readonly<Record<string, Verb>> = {
  // `handler scout Away from=critic doing=asleep => respond Later.`, `off` for a disabled one, `by=critic`
  // for an agent's.
  handler: (scene, agent, rest) => {
    const [line = '', act = ''] = rest.split(' => ')
    const [name = '', ...conditions] = line.split(' ')
    const by = conditions.find((one) => one.startsWith('by='))?.slice(3)
    return {
      type: 'handler.made',
      agent: scene.id(agent),
      by: by === undefined ? user : { kind: 'agent', id: scene.id(by) },
      name,
      isOn: !conditions.includes('off'),
      when: whenOf(scene, conditions),
      then: actOf(act),
    }
  },
  // `rehandle h1 off`, `rehandle h1 place=0`, `rehandle h1 => hold`, `rehandle h1 from=critic`.
  rehandle: (scene, tag, rest) => {
    const { id, agent } = handlerOf(scene, tag)
    const of = { type: 'handler.changed', agent, by: user, handler: id } as const
    if (rest === 'on' || rest === 'off') return { ...of, isOn: rest === 'on' }
    if (rest.startsWith('place=')) return { ...of, place: Number(rest.slice(6)) }
    if (rest.startsWith('=> ')) return { ...of, then: actOf(rest.slice(3)) }
    return { ...of, when: whenOf(scene, rest.split(' ')) }
  },
  unhandle: (scene, tag) => {
    const { id, agent } = handlerOf(scene, tag)
    return { type: 'handler.removed', agent, by: user, handler: id }
  },
  'hands-over': (scene, tag) => ({ type: 'message.handedOver', message: known(scene, tag) }),
  agrees: (scene, tag, about) => answered(scene, tag, about, 'yes'),
  declines: (scene, tag, about) => answered(scene, tag, about, 'no'),
  finds: (scene, tag, text) => ({ ...fileRead(scene, tag), text, problem: '' }),
  misses: (scene, tag, problem) => ({ ...fileRead(scene, tag), text: null, problem }),
}

function answered(scene: Scene, tag: string, about: string, decision: 'yes' | 'no'): Event {
  const { id, agent } = handlerOf(scene, tag)
  return { type: 'handler.answered', agent, handler: id, about: scene.untag(about), decision, byName: 'Mo' }
}

function fileRead(scene: Scene, tag: string) {
  const agent = scene.message(tag)?.to ?? 'agt-none'
  return { type: 'handler.fileRead', agent, message: scene.untag<`msg-${string}`>(tag) } as const
}

function handlerOf(scene: Scene, tag: string): Handler {
  const id = scene.untag<HandlerId>(tag)
  const all = [...scene.state.agents.values()].flatMap(({ handlers }) => handlers)
  const found = all.find((one) => one.id === id)
  if (!found) throw new Error(`the story has no handler ${tag}`)
  return found
}

function whenOf(scene: Scene, conditions: readonly string[]): HandlerWhen {
  const given = (name: string): string | undefined =>
    conditions.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
  const from = given('from') ?? 'any'
  const all = given('all')
  const texts = (all ?? given('has'))?.replaceAll('_', ' ').split('|')
  return {
    from: from === 'any' || from === 'linked' ? from : from.split(',').map((one) => scene.id(one)),
    priorities: (given('priority')?.split(',') ?? []) as Priority[],
    words: texts === undefined ? null : { which: all === undefined ? 'any' : 'all', texts },
    question: (given('question') ?? 'any') as HandlerWhen['question'],
    doing: (given('doing')?.split(',') ?? []) as ReceiverState[],
  }
}

function actOf(words: string): HandlerAction {
  const [kind = '', ...rest] = words.split(' ')
  const more = rest.join(' ')
  if (kind === 'respond') return { kind, text: more }
  if (kind === 'file') return { kind: 'respond', file: more }
  if (kind === 'priority') return { kind, to: more as Priority }
  if (kind === 'command') return { kind, command: more }
  return { kind: kind as 'notify' | 'hold' | 'close' }
}
