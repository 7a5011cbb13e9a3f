import { readElicitation } from '../../adapters/processes/elicitation.ts'
import { leastAbilities, type Abilities } from '../../contract/agents/abilities.ts'
import type { ReportedTask } from '../../contract/agents/background.ts'
import type { ServiceError } from '../../contract/agents/service-errors.ts'
import { ownCall } from '../../contract/agents/tool-calls.ts'
import type { HealthWarningKind } from '../../contract/agents/vitals.ts'
import type { FolderTrust, FrameId } from '../../contract/api/model.ts'
import { noCap, noTokens } from '../../contract/budget/budget.ts'
import type { Block, Event, Located, Outcome, SeenEnd } from '../../core/step/events.ts'
import type { AgentState } from '../../core/step/state.ts'
import { isUnread } from '../../core/step/status.ts'
import { shownCall } from '../memory/calls.ts'
import { allAbilities } from '../suites/backend/all-abilities.ts'
import { capIn } from './agent-verbs.ts'
import type { Scene, Verb } from './scene.ts'

export const outsideVerbs: Readonly<Record<string, Verb>> = {
  // `ready scout`, `ready scout history lost`, `ready scout without folds notes`.
  ready: (scene, name, rest) => ({
    type: 'process.ready',
    ...of(scene, name),
    abilities: abilitiesIn(rest),
    historyLost: rest === 'history lost',
  }),
  refused: (scene, name, detail) =>
    detail === 'trust'
      ? { type: 'process.refused', ...of(scene, name), why: 'trust', detail: '' }
      : { type: 'process.refused', ...of(scene, name), why: 'backend', detail },
  exits: (scene, name, rest) => ({ type: 'process.exited', ...of(scene, name), detail: rest || 'signal 9' }),
  accepts: (scene, name) => ({
    type: 'frame.accepted',
    ...of(scene, name),
    frame: frameOf(scene.agent(name), ({ phase }) => phase === 'written'),
  }),
  reads: (scene, name) => ({
    type: 'frame.started',
    ...of(scene, name),
    frame: frameOf(scene.agent(name), isUnread),
  }),
  drops: (scene, name) => ({
    type: 'frame.cancelled',
    ...of(scene, name),
    frame: frameOf(scene.agent(name), isUnread),
  }),
  begins: (scene, name) => ({ type: 'turn.began', ...of(scene, name) }),
  says: (scene, name, text) =>
    said(scene, name, { kind: 'text', text: unlabelled(scene, text).replaceAll('\\n', '\n') }),
  streams: (scene, name, text) => ({ type: 'words.streamed', ...of(scene, name), text }),
  addresses: (scene, name, to) => ({ type: 'message.begun', ...of(scene, name), to }),
  // `ends scout completed Words. used=$0.3,500t`; without a price none is reported, without either nothing
  // was used.
  ends: (scene, name, rest) => {
    const [, words = '', used] = /^(.*?)(?: used=(\S+))?$/s.exec(unlabelled(scene, rest)) ?? []
    const { usd, tokens } = capIn(used) ?? noCap
    return {
      type: 'turn.ended',
      ...of(scene, name),
      outcome: outcomeOf(words),
      totalCostUsd: used === undefined ? 0 : usd,
      totalTokens: { ...noTokens, input: tokens ?? 0 },
    }
  },
  fills: (scene, name, rest) => {
    const [used = 0, size = 0] = rest.split(' of ').map(Number)
    return { type: 'context.told', ...of(scene, name), context: { used, size } }
  },
  uses: (scene, name, tokens) => ({
    type: 'turn.used',
    ...of(scene, name),
    tokens: { ...noTokens, input: Number(tokens) },
  }),
  // `found scout finished It was done. | absent`: the result for each frame; a single one is for all.
  found: (scene, name, rest) => {
    const { agent, frames } = scene.agent(name)
    const told = unlabelled(scene, rest).split(' | ')
    const found = frames
      .filter(({ phase }) => phase === 'locating')
      .map(({ id: frame }, i): Located => {
        const [how = '', ...words] = (told[i] ?? told[0] ?? '').split(' ')
        return { frame, found: how as Located['found'], text: words.join(' ').replaceAll('\\n', '\n') }
      })
    return { type: 'frames.located', agent: agent.id, found }
  },
  // `calls bob c1 send_to_agent`: lower-case names are Janus's own tools.
  calls: (scene, name, rest) => {
    const [call = '', named = ''] = rest.split(' ')
    const kind = named === 'Agent' ? 'subagent' : 'other'
    const tool = named === named.toLowerCase() ? ownCall(named, {}) : shownCall(kind, named)
    return said(scene, name, { kind: 'tool', call, tool, input: '' })
  },
  result: callVerb('done'),
  fails: callVerb('failed'),
  stops: callVerb('stopped'),
  launches: callVerb('launched'),
  // `within scout c1 800t says Words.`: the subagent of this call, once it has used this many tokens.
  within: (scene, name, rest) => {
    const [call = '', tokens = '', verb = '', ...words] = rest.split(' ')
    const told = outsideVerbs[verb]?.(scene, name, words.join(' '))
    if (told === undefined || !('type' in told) || told.type !== 'block.said')
      throw new Error(`no block: ${rest}`)
    return { ...told, within: { call, tokens: Number.parseInt(tokens) } }
  },
  clears: (scene, name) => ({ type: 'conversation.changed', ...of(scene, name), conversation: 'anew' }),
  compacts: (scene, name) => ({ type: 'conversation.compacted', ...of(scene, name) }),
  health: (scene, name, rest) => ({
    type: 'process.health',
    ...of(scene, name),
    warning: rest === '' ? null : (rest as HealthWarningKind),
  }),
  tasks: (scene, name, rest) => ({ type: 'background.changed', ...of(scene, name), tasks: tasksIn(rest) }),
  asks: (scene, name, request) => ({
    type: 'card.asked',
    ...of(scene, name),
    request,
    call: request,
    kind: 'permission',
    tool: shownCall('execute', request),
    questions: [],
    title: request,
    input: '',
    hash: request,
    reason: '',
    suggestions: [
      { label: 'tests', isCode: true, permissions: [{ kind: 'rule', rule: 'Bash(npm test:*)' }], mode: null },
    ],
  }),
  // `demands puppet Book it?`: a tool server asks for a name and a number of seats.
  demands: (scene, name, message) => ({
    ...readElicitation({ by: 'ferry', message, mode: 'form', schema: bookingSchema, url: '' }),
    ...of(scene, name),
    request: message,
    call: '',
  }),
  looks: (scene, name, trust) => ({
    type: 'folder.looked',
    ...of(scene, name),
    trust: trust as FolderTrust,
  }),
  unasks: (scene, name) => ({
    type: 'card.withdrawn',
    ...of(scene, name),
    request: scene.agent(name).cards[0]?.request ?? '',
  }),
}

const bookingSchema = {
  properties: {
    name: { type: 'string', title: 'Name' },
    seats: { type: 'integer', title: 'Seats', maximum: 8 },
  },
  required: ['name'],
}

function of(scene: Scene, name: string) {
  const { agent, run } = scene.agent(name)
  return { agent: agent.id, run }
}

const frameOf = ({ frames }: AgentState, isIt: (frame: AgentState['frames'][number]) => boolean): FrameId =>
  frames.find(isIt)?.id ?? 'none'

const said = (scene: Scene, name: string, block: Block): Event => ({
  type: 'block.said',
  ...of(scene, name),
  block,
})

/** `result bob c1 words`. */
function callVerb(end: SeenEnd): Verb {
  return (scene, name, rest) => {
    const [call = '', ...words] = unlabelled(scene, rest).split(' ')
    return said(scene, name, { kind: 'result', call, text: words.join(' '), end })
  }
}

/** `<m3>` in a process's output is the id of that message. */
const unlabelled = (scene: Scene, text: string): string =>
  text.replace(/<([mu]\d+)>/g, (_, tag: string) => scene.untag(tag))

/** Background tasks from `task-1` on: `2` commands, or `2 agents`. */
const tasksIn = (words: string): readonly ReportedTask[] =>
  Array.from({ length: Number.parseInt(words, 10) }, (_, at) => ({
    id: `task-${at + 1}`,
    kind: words.endsWith('agents') ? 'agent' : 'command',
    name: `Task ${at + 1}`,
    call: null,
    line: '',
  }))

/** `completed Words.`, `interrupted`, `cut`, `broken api_error why`, or another service error. */
function outcomeOf(words: string): Outcome {
  const [kind = 'completed', ...rest] = words.split(' ')
  if (kind === 'interrupted' || kind === 'cut') return { kind }
  if (kind !== 'broken') return { kind: 'completed', text: rest.join(' ').replaceAll('\\n', '\n') }
  const [what = '', ...detail] = rest
  const broken = { kind, detail: detail.join(' ') } as const
  if (what === 'logged_out' || what === 'api_error') return { ...broken, why: what }
  return { ...broken, why: 'api_error', error: what as ServiceError }
}

/** All but those named after `without`. */
function abilitiesIn(rest: string): Abilities {
  const without = rest.startsWith('without ') ? rest.slice('without '.length).split(' ') : []
  const missing = Object.entries(leastAbilities).filter(([name]) => without.includes(name))
  return { ...allAbilities, ...Object.fromEntries(missing) }
}
