import {
  isOwnUser,
  type Gathering,
  type HarvestCardId,
  type Seat,
  type GatheringId,
  type SpeakingTurnId,
} from '../../contract/gatherings/gatherings.ts'
import type { DecisionPlan } from '../../contract/gatherings/decisions.ts'
import { markSealedAt } from '../../contract/gatherings/replay.ts'
import type { Command } from '../../core/step/commands.ts'
import type { Fork } from '../../core/step/gathering-commands.ts'
import type { NameKeys } from '../../core/step/state.ts'
import { keysOf } from '../factories/factories.ts'
import { user, type Scene, type Verb } from './scene.ts'

/** Actions of users and agents on gatherings, and results of searches and files. */
export const gatheringVerbs: Readonly<Record<string, Verb>> = {
  // `convene mo scout,me,new:critic:doubts harvester=scribe 1-1-1 beats=2 every=60 grace=30 Ship on Friday?`;
  // `fork=g1:u5 begins=again`: from that row of another; `seeking`: the search's result comes later.
  convene: (scene, name, rest) => {
    const [list = '', ...parts] = rest.split(' ')
    const isOption = (part: string) => /^\w+=\S+$/.test(part)
    const options = new Map(parts.filter(isOption).map((part) => part.split('=') as [string, string]))
    const words = parts.filter(
      (part) => !isOption(part) && !['holds', 'open', 'at-once', 'seeking'].includes(part),
    )
    const shape = /^\d-\d-\d$/.test(words[0] ?? '') ? (words.shift() ?? '') : '1-1-1'
    const topic = words.join(' ')
    const seats = list.split(',').map((written, i) => seatOf(scene, written, i + 1))
    const harvester = seatOf(scene, options.get('harvester') ?? 'scribe', 0)
    const [inhale = 1, hold = 1, exhale = 1] = shape.split('-').map(Number)
    const number = (key: string, usual: number) => Number(options.get(key) ?? usual)
    const most = (key: string) => (options.has(key) ? number(key, 0) : null)
    const doer = scene.doer(name)
    return {
      type: 'gathering.convened',
      plan: {
        topic,
        question: `${topic} And why?`,
        rhythm: null,
        opening: '',
        seats,
        harvester,
        user: seats.some(isOwnUser) ? { holds: parts.includes('holds') } : null,
        structure: [inhale, hold, exhale],
        beatsPerTurn: number('beats', 3),
        interval: number('every', 60) * 1000,
        grace: number('grace', 30) * 1000,
        sealed: !parts.includes('open'),
        ...decisionOf(options.get('decide'), options.get('options')),
        maxTurns: most('turns'),
        maxCost: most('cost'),
        maxTokens: most('tokens'),
        folder: null,
      },
      idempotencyKey: options.get('key') ?? null,
      earlier: null,
      ...doer,
      proposed: doer.by.kind === 'agent' && !parts.includes('at-once'),
      tabs: tabsOf({ seats, harvester }),
      ...forkOf(scene, options.get('fork'), options.get('begins')),
    }
  },
  'start-circle': (scene, tag) => {
    const g = gatheringOf(scene, tag)
    return { type: 'gathering.started', gathering: g.id, tabs: tabsOf(g) }
  },
  'put-away': (scene, tag) => ({
    type: 'gathering.dismissed',
    gathering: gatheringOf(scene, tag),
    name: 'Mo',
  }),
  // `sought g1 Words.`: the search finds one passage; without text none.
  sought: (scene, tag, text) => {
    const passage = {
      from: 'tab',
      agent: 'agt-0',
      agentName: 'scout',
      author: user,
      authorName: 'Mo',
      n: 7,
      at: 0,
      day: '2026-11-01',
      text,
    } as const
    const passages = text === '' ? [] : [passage]
    return { type: 'gathering.sought', gathering: scene.untag(tag), passages }
  },
  // `kept g1 /path`, `kept g1 problem Why.`
  kept: (scene, tag, rest) => {
    const [, problem] = /^problem (.*)$/.exec(rest) ?? []
    const path = problem === undefined ? rest : null
    return { type: 'gathering.kept', gathering: scene.untag(tag), path, problem: problem ?? '' }
  },
  // `pass-piece scout g1 to=critic`: in its current turn; `… turn=p2`: in that one; `… turn=none`: without
  // naming a turn; of a remote gathering `pass-piece scout t1 turn=grt-theirs`.
  'pass-piece': (scene, name, rest) => {
    const [tag = '', ...words] = rest.split(' ')
    const { to, turn } = marked(words.join(' '))
    return {
      type: 'gathering.passed',
      by: { kind: 'agent', id: scene.id(name) },
      gathering: null,
      pieceTurnId: turn === undefined ? (scene.gathering(tag)?.piece?.id ?? null) : turnOf(scene, turn),
      to,
      silent: false,
    }
  },
  // `speaks g1 to=critic Words.`, with `keep`, `turn=p2`, `host`, and `on` if that does not pause it.
  speaks: (scene, tag, rest) => {
    const { to, flags, turn, words } = marked(rest)
    return {
      type: 'gathering.said',
      gathering: scene.untag(tag),
      name: 'Mo',
      text: words.replaceAll('\\n', '\n'),
      pieceTurnId: turn === undefined ? null : turnOf(scene, turn),
      to,
      keep: flags.includes('keep'),
      host: flags.includes('host'),
      pause: !flags.includes('on'),
    }
  },
  passes: (scene, tag, rest) => ({
    type: 'gathering.passed',
    by: user,
    gathering: scene.untag(tag),
    pieceTurnId: null,
    to: marked(rest).to,
    silent: rest.includes('silent'),
  }),
  'steer-circle': (scene, tag, rest) => {
    const [verb = '', ...words] = rest.split(' ')
    const { to, words: text } = marked(words.join(' '))
    return {
      type: 'gathering.steered',
      gathering: scene.untag(tag),
      name: 'Mo',
      verb: verb as Extract<Command, { type: 'gathering.steered' }>['verb'],
      text,
      to,
    }
  },
  // `joins g1 critic:doubts`, `joins g1 new:critic`, `joins g1 me holds`; `joins l1`: the user accepts a
  // remote link.
  joins: (scene, tag, rest) =>
    tag.startsWith('g')
      ? {
          type: 'gathering.joined',
          gathering: scene.untag(tag),
          ...newSeat(scene, tag, rest),
          holds: rest.endsWith(' holds'),
        }
      : { type: 'link.joined', link: scene.untag(tag) },
  harvester: (scene, tag, rest) => ({
    type: 'gathering.reharvested',
    gathering: gatheringOf(scene, tag),
    ...newSeat(scene, tag, rest),
  }),
  // `card g1 2 filed`.
  card: (scene, tag, rest) => {
    const [n = '', state] = rest.split(' ')
    const gathering = gatheringOf(scene, tag)
    return {
      type: 'gathering.carded',
      gathering,
      card: gathering.harvest?.cards[Number(n) - 1]?.id ?? ('hcd-none' as HarvestCardId),
      state: state as 'filed' | 'refused',
      home: null,
      to: null,
      by: user,
      byName: 'Mo',
    }
  },
}

function gatheringOf(scene: Scene, tag: string): Gathering {
  const found = scene.gathering(tag) ?? scene.store.gathering(scene.untag(tag))
  if (!found) throw new Error(`the story has no gathering ${tag}`)
  return found
}

const turnOf = (scene: Scene, named: string): SpeakingTurnId | null => {
  if (named === 'none') return null
  return named.startsWith('grt-') ? (named as SpeakingTurnId) : scene.untag(named)
}

function forkOf(
  scene: Scene,
  from: string | undefined,
  begins = null as string | null,
): { readonly fork?: Fork } {
  if (from === undefined) return {}
  const [tag = '', row = ''] = from.split(':')
  const of = gatheringOf(scene, tag)
  const all = rowsOf(scene, of.id)
  const at = all.find(({ id }) => id === scene.untag(row))
  return { fork: { of, rows: markSealedAt(all, at?.n ?? 0), begins: begins as Fork['begins'] } }
}

/** `decide=consent`, `decide=vote`, `decide=alone-vote`; `options=now|later`. */
function decisionOf(decide = '', options = ''): { readonly decision?: DecisionPlan } {
  const by = decide.endsWith('vote') ? 'vote' : 'consent'
  const listed = options === '' ? [] : options.split('|')
  return decide === '' ? {} : { decision: { by, alone: decide.startsWith('alone'), options: listed } }
}

const rowsOf = (scene: Scene, id: GatheringId) => scene.store.utterances(id, null, Number.MAX_SAFE_INTEGER)

/** `scout`, `scout:doubts` with a role, `me`, `user@barn`, `new:critic` for a new tab. */
function seatOf(scene: Scene, written: string, number: number): Seat {
  const isNew = written.startsWith('new:')
  const [name = '', role = ''] = written.split(':').slice(isNew ? 1 : 0)
  if (name === 'me') return { number, name: 'Mo', role, kind: 'user', agent: null, spawn: null }
  const kind = name.startsWith('user@') ? 'user' : 'agent'
  if (!isNew) return { number, name, role, kind, agent: scene.id(name), spawn: null }
  const spawn = { cwd: '/', model: null, permissionMode: 'default' } as const
  return { number, name, role, kind, agent: null, spawn }
}

function newSeat(scene: Scene, tag: string, rest: string) {
  const { number: _, ...seat } = seatOf(scene, rest.split(' ')[0] ?? '', 0)
  const tab = seat.spawn ? keysOf(seat.name) : null
  return { name: 'Mo', seat, tab, rows: rowsOf(scene, scene.untag(tag)) }
}

function tabsOf({ seats, harvester }: Pick<Gathering, 'seats' | 'harvester'>): ReadonlyMap<number, NameKeys> {
  const made = [...seats, harvester].filter(({ spawn }) => spawn !== null)
  return new Map(made.map(({ number, name }) => [number, keysOf(name)]))
}

/** Leading `to=critic`, `turn=p2` and flags; and the rest. */
function marked(rest: string) {
  const parts = rest.split(' ')
  const flags: string[] = []
  while (/^(?:to=\S+|turn=\S+|keep|host|on|silent|stale)$/.test(parts[0] ?? ''))
    flags.push(parts.shift() ?? '')
  const after = (mark: string) => flags.findLast((flag) => flag.startsWith(mark))?.slice(mark.length)
  return { to: after('to=') ?? null, turn: after('turn='), flags, words: parts.join(' ') }
}
