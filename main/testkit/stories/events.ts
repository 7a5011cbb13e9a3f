import type { AgentSettings } from '../../contract/agents/agent-fields.ts'
import type { ToldTask } from '../../contract/agents/background.ts'
import type { ServiceError } from '../../contract/agents/service-errors.ts'
import type { Ailment } from '../../contract/agents/vitals.ts'
import { keysOf } from '../factories/factories.ts'
import { noTokens } from '../../contract/budget/budget.ts'
import { capsOf, totalsOf, withoutTotals } from './budget.ts'
import type { HeartbeatId } from '../../contract/timers/heartbeats.ts'
import { leastAbilities, type Abilities } from '../../contract/agents/abilities.ts'
import type { AgentId, Author, FolderTrust, MessageId } from '../../contract/api/model.ts'
import { allAbilities } from '../suites/backend/all-abilities.ts'
import { ownCall } from '../../contract/agents/tool-calls.ts'
import { shownCall } from '../memory/calls.ts'
import type { Command, Decision, Event, Located, Outcome } from '../../core/step/events.ts'
import { usualMailbox, usualLimits, type AgentState, type Limits } from '../../core/step/state.ts'
import { isUnread } from '../../core/step/status.ts'
import type { PastRow } from '../../core/agents/past.ts'

/** `allow`, `allow 0` with the first suggestion, else the words of a denial. */
export function decisionOf(words: string): Decision {
  const [verb, place] = words.split(' ')
  if (verb !== 'allow') return { kind: 'deny', message: words }
  return place === undefined ? { kind: 'allow' } : { kind: 'allow', suggestion: Number(place) }
}

/** A setting of an agent: `policy ask`; `true`, `false` and `none` (null) are no words. */
export function settingOf(name: string, said: string): Partial<AgentSettings> {
  const values = new Map<string, unknown>([
    ['true', true],
    ['false', false],
    ['none', null],
  ])
  return { [name]: values.has(said) ? values.get(said) : said }
}

/** What the user does with an agent. */
export function userEvent(verb: string) {
  const verbs = {
    stop: 'agent.stopped',
    restart: 'agent.restarted',
    interrupt: 'agent.interrupted',
    close: 'agent.closed',
    reopen: 'agent.reopened',
    delete: 'agent.deleted',
    'lay-to-sleep': 'agent.laidToSleep',
  } as const
  return verb in verbs ? verbs[verb as keyof typeof verbs] : null
}

/** What the user's hand does with a message; `before`: the one before which it is moved, null for the end. */
export function handEvent(verb: string, message: MessageId, before: MessageId | null): Command | null {
  switch (verb) {
    case 'withdraw':
      return { type: 'message.withdrawn', message }
    case 'release':
      return { type: 'message.released', message }
    case 'drop':
      return { type: 'message.dropped', message }
    case 'promote':
    case 'demote':
      return { type: 'message.moved', message, to: verb === 'promote' ? 'up' : 'down' }
    case 'move':
      return { type: 'message.moved', message, to: { before } }
    case 'hasten':
      return { type: 'message.hastened', message }
    case 'now':
    case 'now-stop-tool':
      return { type: 'message.decided', message, decision: 'now', stopTool: verb !== 'now' }
    case 'later':
      return { type: 'message.decided', message, decision: 'later', stopTool: false }
    case 'nudge':
      return { type: 'message.nudged', message }
    default:
      return null
  }
}

/** Whether a word names the mode of a link. */
export function isMode(word: string): boolean {
  return ['answers', 'converse', 'absorb', 'paused'].includes(word)
}

/** `pause`, `resume`, `delay`, `skip`, `keep`, `cancel`; by the user, or by the agent `by`. */
export function timerEvent(id: string, verb: string, agent: AgentId | null): Command {
  const heartbeat = id as HeartbeatId
  const by: Author = agent === null ? { kind: 'user', via: 'window' } : { kind: 'agent', id: agent }
  if (verb === 'cancel') return { type: 'heartbeat.cancelled', heartbeat, by }
  return {
    type: 'heartbeat.changed',
    heartbeat,
    by,
    action: verb as 'pause' | 'resume' | 'delay' | 'skip' | 'keep',
  }
}

/**
 * `patience=60 awake=2 sleep=600 links=off quiet=on tie=on anchors=off reads=all`, times in seconds; `stopped=all` from now on;
 * `mailbox=5/9/4/3/1`: how many messages may wait, of the user, all peers, one machine, one sender, and those reserved.
 */
export function limitsOf(words: string, now: number): Limits {
  const given = Object.fromEntries(
    words
      .trim()
      .split(' ')
      .map((word) => word.split('=')),
  )
  const { patience, awake, sleep, links, quiet, tie, anchors, plain, reads, stopped, tabs, mailbox } =
    given as Record<string, string | undefined>
  return {
    patience: patience === undefined ? usualLimits.patience : Number(patience) * 1000,
    awake: awake === undefined ? usualLimits.awake : Number(awake),
    sleepAfter: sleep === undefined ? usualLimits.sleepAfter : Number(sleep) * 1000,
    links: links !== 'off',
    quiet: quiet === 'on',
    stopped: stopped === 'all' ? now : null,
    linkOnSend: tie === 'on',
    anchors: anchors === 'off' ? 'off' : 'open',
    plainGrants: plain === 'on',
    transcripts: reads === 'all' ? 'all' : 'linked',
    tabsByAgents: Number(tabs ?? 0),
    mailbox: mailbox === undefined ? usualMailbox : mailboxOf(mailbox.split('/').map(Number)),
    caps: capsOf(given),
  }
}

const mailboxOf = ([user = 0, peers = 0, machine = 0, sender = 0, reserved = 0]: readonly number[]) => {
  const room = (count: number) => ({ count, bytes: usualMailbox.user.bytes })
  return {
    user: room(user),
    peers: room(peers),
    machine: room(machine),
    sender: room(sender),
    reserved: room(reserved),
  }
}

const ends = { result: 'done', fails: 'failed', stops: 'stopped', launches: 'launched' } as const

/** What the outside did, in the words of a story. */
export function fact(
  verb: string,
  rest: string,
  { agent: { id: agent }, run, frames, cards }: AgentState,
): Event {
  const of = { agent, run }
  const id =
    frames.find((frame) => (verb === 'accepts' ? frame.phase === 'written' : isUnread(frame)))?.id ?? 'none'
  switch (verb) {
    case 'ready':
      return {
        type: 'process.ready',
        ...of,
        abilities: abilitiesIn(rest),
        historyLost: rest === 'history lost',
      }
    case 'refused':
      return rest === 'trust'
        ? { type: 'process.refused', ...of, why: 'trust', detail: '' }
        : { type: 'process.refused', ...of, why: 'backend', detail: rest }
    case 'exits':
      return { type: 'process.exited', ...of, detail: rest || 'signal 9' }
    case 'accepts':
      return { type: 'frame.accepted', ...of, frame: id }
    case 'reads':
      return { type: 'frame.started', ...of, frame: id }
    case 'drops':
      return { type: 'frame.cancelled', ...of, frame: id }
    case 'begins':
      return { type: 'turn.began', ...of }
    case 'says':
      return { type: 'block.said', ...of, block: { kind: 'text', text: rest } }
    case 'streams':
      return { type: 'words.streamed', ...of, text: rest }
    case 'ends':
      return { type: 'turn.ended', ...of, outcome: outcome(withoutTotals(rest)), ...totalsOf(rest) }
    case 'fills': {
      const [used, size] = rest.split(' of ').map(Number)
      return { type: 'context.told', ...of, context: { used: used ?? 0, size: size ?? 0 } }
    }
    case 'uses':
      return { type: 'turn.used', ...of, tokens: { ...noTokens, input: Number(rest) } }
    case 'found': {
      const lost = frames.filter((frame) => frame.phase === 'locating')
      const told = rest.split(' | ')
      const found = lost.map((frame, i): Located => {
        const [how = '', ...words] = (told[i] ?? told[0] ?? '').split(' ')
        return {
          frame: frame.id,
          found: how as Located['found'],
          text: words.join(' ').replaceAll('\\n', '\n'),
        }
      })
      return { type: 'frames.located', agent, found }
    }
    case 'calls': {
      // `calls bob c1 send_to_agent` one of Janus's own tools, else any.
      const [call = '', name = ''] = rest.split(' ')
      const tool = name === name.toLowerCase() ? ownCall(name, {}) : shownCall('other', name)
      return { type: 'block.said', ...of, block: { kind: 'tool', call, tool, input: '' } }
    }
    case 'result':
    case 'fails':
    case 'stops':
    case 'launches': {
      const [call = '', ...words] = rest.split(' ')
      return {
        type: 'block.said',
        ...of,
        block: { kind: 'result', call, text: words.join(' '), end: ends[verb] },
      }
    }
    case 'clears':
      return { type: 'conversation.changed', ...of, conversation: 'anew' }
    case 'compacts':
      return { type: 'conversation.compacted', ...of }
    case 'ails':
      return { type: 'process.ails', ...of, ailment: rest === '' ? null : (rest as Ailment) }
    case 'tasks':
      return { type: 'background.changed', ...of, tasks: madeTasks(rest) }
    case 'asks':
      return {
        type: 'card.asked',
        ...of,
        request: rest,
        call: rest,
        kind: 'permission',
        tool: shownCall('execute', rest),
        questions: [],
        title: rest,
        input: '',
        hash: rest,
        reason: '',
        suggestions: [
          {
            label: 'tests',
            isCode: true,
            permissions: [{ kind: 'rule', rule: 'Bash(npm test:*)' }],
            mode: null,
          },
        ],
      }
    case 'looks':
      return { type: 'folder.looked', ...of, trust: rest as FolderTrust }
    case 'unasks':
      return { type: 'card.withdrawn', ...of, request: cards[0]?.request ?? '' }
    default:
      throw new Error(`the story has no verb ${verb}`)
  }
}

/** So many tasks in the background, `task-1` the first: `2` commands, or `2 agents` of its own. */
const madeTasks = (words: string): readonly ToldTask[] =>
  Array.from({ length: Number.parseInt(words, 10) }, (_, at) => ({
    id: `task-${at + 1}`,
    kind: words.endsWith('agents') ? 'agent' : 'command',
    name: `Task ${at + 1}`,
    call: null,
    line: '',
  }))

function outcome(words: string): Outcome {
  const [kind = 'completed', ...rest] = words.split(' ')
  if (kind === 'interrupted' || kind === 'cut') return { kind }
  if (kind === 'broken') {
    const [what = ''] = rest
    const isNamed = what !== 'logged_out' && what !== 'api_error'
    return {
      kind,
      why: what === 'logged_out' ? 'logged_out' : 'api_error',
      detail: rest.slice(1).join(' '),
      ...(isNamed ? { error: what as ServiceError } : {}),
    }
  }
  return { kind: 'completed', text: rest.join(' ').replaceAll('\\n', '\n') }
}

/** All, but for those that are named after `without`. */
function abilitiesIn(rest: string): Abilities {
  const without = rest.startsWith('without ') ? rest.slice('without '.length).split(' ') : []
  const missing = Object.entries(leastAbilities).filter(([name]) => without.includes(name))
  return { ...allAbilities, ...Object.fromEntries(missing) }
}

/** `NAME words | answer | words | answer`: a conversation of before, gone on from; 7 turns of it are in its file alone. */
export function takenUp(name: string, said: string): Event {
  const rows = said.split(' | ').map((text, at): PastRow => {
    if (at % 2 === 0) return { at: 1000 + at, prompt: `past-${String(at)}`, said: { kind: 'user', text } }
    return { at: 1000 + at, prompt: null, said: { kind: 'text', text } }
  })
  const turns = Math.ceil(rows.length / 2)
  const past = { rows, turns, earlier: 7, damaged: 0, file: '/past.jsonl' }
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
    taken: { conversation: 'copy of a past one', past },
  }
}

/** `NAME ROWS` or `NAME ROWS edit`: a fork with so many rows, after one turn. */
export function forkOf(agent: AgentId, rest: string): Event {
  const [name = '', rows = '0', how = 'on'] = rest.split(' ')
  const fork = { how: how as 'on' | 'edit', rows: Number(rows), turns: 1, lastLine: 'As it was.' }
  return { type: 'agent.duplicated', agent, name: keysOf(name), conversation: 'a fork', fork }
}
