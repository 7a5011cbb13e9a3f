import { initialAgentSettings } from '../../contract/agents/agent-fields.ts'
import type { FieldValue } from '../../contract/agents/forms.ts'
import { usualKind } from '../../contract/agents/kinds.ts'
import type { FolderTrust } from '../../contract/api/model.ts'
import { noCap, noCaps, type Cap } from '../../contract/budget/budget.ts'
import type { ImportedRow } from '../../core/agents/imported-history.ts'
import type { CapOf, RaiseOf } from '../../core/cap-commands.ts'
import { groupsOf } from '../../core/groups/groups.ts'
import type { Command, Decision } from '../../core/step/events.ts'
import { usualLimits, usualMailbox, type Agent, type Limits } from '../../core/step/state.ts'
import { keysOf } from '../factories/factories.ts'
import { storyLimits, type Scene, type Verb } from './scene.ts'

/** User actions on agents, settings, tabs and groups. */
export const agentVerbs: Readonly<Record<string, Verb>> = {
  stop: does('agent.stopped'),
  restart: does('agent.restarted'),
  interrupt: does('agent.interrupted'),
  close: does('agent.closed'),
  reopen: does('agent.reopened'),
  delete: does('agent.deleted'),
  'lay-to-sleep': does('agent.laidToSleep'),
  retry: does('turn.retried'),
  sees: (scene, name) => {
    const { agent } = scene.agent(name)
    return { type: 'agent.seen', agent: agent.id, row: agent.entryCount }
  },
  'stops-task': (scene, name, task) => ({ type: 'task.stopped', agent: scene.agentId(name), task }),
  types: (scene, name, rest) => {
    const more = rest === 'left' || rest === 'begins' ? { [rest]: true as const } : {}
    return { type: 'user.composed', agent: scene.agentId(name), draft: rest === 'draft', ...more }
  },
  answer: (scene, name, rest) => {
    const { agent, cards } = scene.agent(name)
    const { id: card = 'crd-none', hash = null } = cards[0] ?? {}
    const decision = decisionOf(rest)
    return { type: 'card.answered', agent: agent.id, card, hash, decision, fromName: 'Mo' }
  },
  revoke: (scene, name, permission) => ({
    type: 'permission.revoked',
    agent: scene.agentId(name),
    permission,
  }),
  folder: (scene, name, path) => ({ type: 'folder.added', agent: scene.agentId(name), path }),
  renames: (scene, name, to) => changed(scene, name, { name: keysOf(to) }),
  moves: (scene, name, cwd) => changed(scene, name, { cwd }),
  mode: (scene, name, mode) => changed(scene, name, { permissionMode: mode as Agent['permissionMode'] }),
  decides: (scene, name, trust) => ({
    type: 'folder.decided',
    agents: [scene.agentId(name)],
    trust: trust as FolderTrust,
  }),
  // `fork a NAME ROWS` or `fork a NAME ROWS edit`: a fork with this many rows, after one turn.
  fork: (scene, name, rest) => {
    const [made = '', rows = '0', how = 'on'] = rest.split(' ')
    return {
      type: 'agent.duplicated',
      agent: scene.agentId(name),
      name: keysOf(made),
      conversation: 'a fork',
      fork: { how: how as 'on' | 'edit', rows: Number(rows), turns: 1, lastLine: 'As it was.' },
    }
  },
  duplicate: (scene, name, made) => ({
    type: 'agent.duplicated',
    agent: scene.agentId(name),
    name: keysOf(made),
    conversation: 'copy',
  }),
  // `takes-up NAME words | answer | words | answer`: resumes an earlier conversation; 7 of its turns are only
  // in its file.
  'takes-up': (_scene, name, rest) => {
    const rows = rest.split(' | ').map((text, at): ImportedRow => {
      if (at % 2 === 0) return { at: 1000 + at, prompt: `past-${String(at)}`, said: { kind: 'user', text } }
      return { at: 1000 + at, prompt: null, said: { kind: 'text', text } }
    })
    const turns = Math.ceil(rows.length / 2)
    return {
      type: 'agent.resumed',
      name: keysOf(name),
      kind: 'claude',
      cwd: '/ferry',
      model: null,
      permissionMode: 'default',
      policy: 'hybrid',
      role: '',
      userName: 'Mo',
      folder: '/ferry',
      taken: {
        conversation: 'copy of a past one',
        past: { rows, turns, earlier: 7, damaged: 0, file: '/past.jsonl' },
      },
    }
  },
  limits: (scene, name, rest) => ({ type: 'limits.changed', limits: limitsOf(`${name} ${rest}`, scene.now) }),
  // `cap tab a 500t`, `cap link l1 none`.
  cap: (scene, kind, rest) => {
    const [who = '', amount] = rest.split(' ')
    return { type: 'cap.set', of: capOf(scene, kind, who) as CapOf, cap: capIn(amount) }
  },
  // `raise link l1`, `raise tab a $2`, `raise day`, `raise turn a`.
  raise: (scene, kind, rest) => {
    const [who = '', amount] = kind === 'day' ? ['', rest || undefined] : rest.split(' ')
    const { usd, tokens } = capIn(amount) ?? noCap
    const add = { ...(usd === null ? {} : { usd }), ...(tokens === null ? {} : { tokens }) }
    return { type: 'cap.raised', of: capOf(scene, kind, who), add }
  },
  // `group crew scout,builder`.
  group: (scene, name, rest) => {
    const isKnown = groupsOf(scene.state.agents.values()).some((group) => group.name.key === name)
    return {
      type: 'group.set',
      was: isKnown ? name : null,
      name: keysOf(name),
      members: rest.split(',').map((one) => scene.id(one)),
    }
  },
  ungroup: (_scene, name) => ({ type: 'group.set', was: name, name: null, members: [] }),
  // `notifies scout words key=k`.
  notifies: (scene, name, rest) => {
    const [text = '', key = null] = rest.split(' key=')
    return { type: 'user.notified', agent: scene.id(name), text, idempotencyKey: key }
  },
  // `wants scout helper inside|outside first words`.
  wants: (scene, name, rest) => {
    const [wanted = '', where = 'inside', ...words] = rest.split(' ')
    return {
      type: 'tab.proposed',
      by: scene.id(name),
      name: keysOf(wanted),
      isInside: where === 'inside',
      key: null,
      wanted: {
        name: wanted,
        kind: usualKind,
        program: null,
        role: '',
        cwd: '/',
        model: null,
        permissionMode: 'default',
        look: {},
        firstMessage: words.join(' '),
      },
    }
  },
  // `opens helper`, `opens helper as other`.
  opens: (scene, name, rest) => ({
    type: 'tab.decided',
    tabProposal: proposalOf(scene, name),
    open: { name: keysOf(rest.replace(/^as /, '') || name) },
    words: '',
  }),
  turnsdown: (scene, name, words) => ({
    type: 'tab.decided',
    tabProposal: proposalOf(scene, name),
    open: null,
    words,
  }),
  ...Object.fromEntries(Object.keys(initialAgentSettings).map((name) => [name, settingVerb(name)])),
}

function does(
  type:
    | 'agent.stopped'
    | 'agent.restarted'
    | 'agent.interrupted'
    | 'agent.closed'
    | 'agent.reopened'
    | 'agent.deleted'
    | 'agent.laidToSleep'
    | 'turn.retried',
): Verb {
  return (scene, name) => ({ type, agent: scene.agentId(name) })
}

type Changed = Extract<Command, { type: 'agent.changed' }>

const changed = (scene: Scene, name: string, changes: Partial<Changed>): Changed => ({
  type: 'agent.changed',
  agent: scene.agentId(name),
  ...changes,
})

/** `policy a ask`; `true`, `false` and `none` (null) are values, not text. */
function settingVerb(setting: string): Verb {
  const values = new Map<string, unknown>([
    ['true', true],
    ['false', false],
    ['none', null],
  ])
  return (scene, name, said) =>
    changed(scene, name, { [setting]: values.has(said) ? values.get(said) : said })
}

const proposalOf = ({ state }: Scene, name: string) =>
  [...state.agents.values()].flatMap(({ agent }) => agent.tabProposals).find((one) => one.name === name)
    ?.id ?? 'tab-none'

/** `allow`, `allow 0` with the first suggestion, `fill {"values"}`, `cancel`, else the text of a denial. */
function decisionOf(words: string): Decision {
  const [verb, place, ...rest] = words.split(' ')
  if (verb === 'fill')
    return { kind: 'allow', values: JSON.parse([place, ...rest].join(' ')) as FieldValue[] }
  if (words === 'cancel') return { kind: 'deny', message: '', isCancelled: true }
  if (verb !== 'allow') return { kind: 'deny', message: words }
  return place === undefined ? { kind: 'allow' } : { kind: 'allow', suggestion: Number(place) }
}

function capOf(scene: Scene, kind: string, who: string): RaiseOf {
  if (kind === 'day') return { kind }
  const id = kind === 'tab' || kind === 'turn' ? scene.agentId(who) : scene.untag(who)
  return { kind, id } as RaiseOf
}

/** `$0.5`, `1000t`, or both separated by a comma. */
export function capIn(words: string | undefined): Cap | null {
  if (words === undefined || words === 'none') return null
  const parts = words.split(',')
  const usd = parts.find((part) => part.startsWith('$'))
  const tokens = parts.find((part) => part.endsWith('t'))
  return {
    usd: usd === undefined ? null : Number(usd.slice(1)),
    tokens: tokens === undefined ? null : Number(tokens.slice(0, -1)),
  }
}

/**
 * `patience=60 awake=2 sleep=600 silence=3600 links=off quiet=on tie=on anchors=off reads=all`, times in
 * seconds; `stopped=all` from now on; `mailbox=5/9/4/3/1`: limits of pending messages of the user, all
 * agents, one machine, one sender, and the reserve; `turncap=1000t tabcap=$0.5 linkcap=… daycap=…`.
 */
function limitsOf(words: string, now: number): Limits {
  const given = Object.fromEntries(
    words
      .trim()
      .split(' ')
      .map((word) => word.split('=')),
  ) as Record<string, string | undefined>
  const seconds = (name: string, usual: number) =>
    given[name] === undefined ? usual : Number(given[name]) * 1000
  return {
    patience: seconds('patience', usualLimits.patience),
    awake: Number(given['awake'] ?? usualLimits.awake),
    sleepAfter: seconds('sleep', storyLimits.sleepAfter),
    links: given['links'] !== 'off',
    quiet: given['quiet'] === 'on',
    stopped: given['stopped'] === 'all' ? now : null,
    taskSilence: seconds('silence', usualLimits.taskSilence),
    linkOnSend: given['tie'] === 'on',
    anchors: given['anchors'] === 'off' ? 'off' : 'open',
    plainGrants: given['plain'] === 'on',
    transcripts: given['reads'] === 'all' ? 'all' : 'linked',
    tabsByAgents: Number(given['tabs'] ?? 0),
    mailbox:
      given['mailbox'] === undefined ? usualMailbox : mailboxOf(given['mailbox'].split('/').map(Number)),
    caps: {
      ...noCaps,
      turn: capIn(given['turncap']),
      tab: capIn(given['tabcap']),
      link: capIn(given['linkcap']),
      day: capIn(given['daycap']),
    },
  }
}

function mailboxOf([own = 0, peers = 0, machine = 0, sender = 0, reserved = 0]: readonly number[]) {
  const room = (count: number) => ({ count, bytes: usualMailbox.user.bytes })
  return {
    user: room(own),
    peers: room(peers),
    machine: room(machine),
    sender: room(sender),
    reserved: room(reserved),
  }
}
