import type { AgentId, FolderTrust, MessageId } from '../contract/model.ts'
import type { Effect, Row } from '../core/effects.ts'
import type { Answer, Decision, Event, Outcome } from '../core/events.ts'
import { load, recover } from '../core/recover.ts'
import { emptyState, type Agent, type AgentState, type State } from '../core/state.ts'
import { needsOf } from '../core/status.ts'
import { update, type Update } from '../core/update.ts'
import { nextWake } from '../core/wake.ts'
import { MemoryStore } from './memory-store.ts'
import { Random } from './random.ts'

/**
 * Tells a story: takes its commands (lines that begin with `>`), and gives back the whole text with what the
 * core made of each: answers, statuses, messages, transcript rows and effects. Comments and headings stay.
 */
export function tellStory(text: string): string {
  const story = new Story()
  const told: string[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('> ')) told.push(line, ...story.do(line.slice(2)))
    else if (line.startsWith('#') || line === '') told.push(line)
  }
  return `${told.join('\n').trimEnd()}\n`
}

class Story {
  #state: State = emptyState
  #store = new MemoryStore()
  #now = 0
  readonly #random = new Random(1)
  readonly #messages: MessageId[] = []
  #lines: string[] = []

  /** Carries out one command; answers the lines of its trace. */
  do(command: string): readonly string[] {
    this.#lines = []
    const [verb = '', name = '', ...rest] = command.split(' ')
    if (verb === 'wait') this.#wait(Number(name) * 1000)
    else if (verb === 'app-dies') this.#reboot()
    else this.#apply(this.#event(verb, name, rest.join(' ')))
    return this.#lines
  }

  #event(verb: string, name: string, rest: string): Event {
    if (verb === 'create') {
      const keys = { name, key: name, skeleton: name }
      return { type: 'agent.created', name: keys, cwd: '/', model: null, permissionMode: 'default', role: '' }
    }
    const person = personEvent(verb)
    if (verb === 'withdraw') return { type: 'message.withdrawn', message: this.#message(name) }
    if (verb === 'release') return { type: 'message.released', message: this.#message(name) }
    const state = this.#agent(name)
    const agent = state.agent.id
    if (person) return { type: person, agent }
    if (verb === 'human') return this.#sent(null, agent, rest)
    if (verb === 'send') {
      const [to = '', ...words] = rest.split(' ')
      return this.#sent(state, this.#agent(to).agent.id, words.join(' '))
    }
    if (verb === 'answer') {
      const card = state.cards[0]?.id ?? 'crd-none'
      return { type: 'card.answered', agent, card, decision: decisionOf(rest) }
    }
    if (verb === 'revoke') return { type: 'grant.revoked', agent, grant: rest }
    if (verb === 'moves') return { type: 'agent.changed', agent, cwd: rest }
    if (verb === 'mode')
      return { type: 'agent.changed', agent, permissionMode: rest as Agent['permissionMode'] }
    if (verb === 'decides') return { type: 'folder.decided', agents: [agent], trust: rest as FolderTrust }
    if (verb === 'duplicate') {
      const keys = { name: rest, key: rest, skeleton: rest }
      return { type: 'agent.duplicated', agent, name: keys, conversation: 'copy' }
    }
    return fact(verb, rest, state)
  }

  #sent(from: AgentState | null, to: AgentId, words: string): Event {
    const [body = '', key = null] = words.split(' key=')
    return {
      type: 'message.sent',
      from: from ? { kind: 'agent', id: from.agent.id } : { kind: 'human', via: 'window' },
      fromName: from?.agent.name ?? 'Mo',
      ...{ to, body: body.replaceAll('\\n', '\n'), metadata: {}, idempotencyKey: key },
      earlier:
        key === null
          ? null
          : this.#store.messageByKey(from ? { kind: 'agent', id: from.agent.id } : human, key),
    }
  }

  #apply(event: Event): void {
    this.#take(update(this.#state, event, { now: this.#now, seed: this.#random.hex() }))
  }

  #take(made: Update): void {
    const before = this.#state
    this.#state = made.state
    this.#store.commit(made.rows)
    if (made.answer) this.#lines.push(`  answer: ${this.#answer(made.answer)}`)
    for (const row of made.rows) this.#row(row, before)
    for (const [id, state] of made.state.agents) {
      const [was, is] = [before.agents.get(id), state].map((one) => (one ? needsOf(one) : null))
      if (was !== is) this.#lines.push(`  ${state.agent.name} needs ${is ?? 'nothing'}`)
    }
    for (const effect of made.effects) this.#effect(effect)
  }

  /** Time passes; deadlines on the way fall due. */
  #wait(ms: number): void {
    const until = this.#now + ms
    for (let due = nextWake(this.#state); due !== null && due <= until; due = nextWake(this.#state)) {
      this.#now = Math.max(this.#now, due)
      this.#apply({ type: 'clock.ticked' })
    }
    this.#now = until
  }

  /** The app is killed and starts again on what was saved. */
  #reboot(): void {
    this.#state = load(this.#store.load())
    this.#take(recover(this.#state, { now: this.#now, seed: this.#random.hex() }))
  }

  #answer(answer: Answer): string {
    switch (answer.kind) {
      case 'message':
        return `${this.#label(answer.message.id)}${answer.position > 0 ? ` at place ${String(answer.position)}` : ''}`
      case 'refused':
        return `${answer.refusal.code}: ${answer.refusal.message}`
      case 'agent':
      case 'done':
        return answer.kind
    }
  }

  #row(row: Row, before: State): void {
    if (row.table === 'agent') {
      const was = before.agents.get(row.row.id)?.agent
      if (was?.status === row.row.status && was.reason === row.row.reason) return
      this.#lines.push(
        `  ${row.row.name} is ${row.row.status}${row.row.reason ? ` (${row.row.reason})` : ''}`,
      )
    }
    if (row.table === 'message') {
      const { id, fromName, state, reason, inInput } = row.row
      const facts = [inInput ? 'in the input' : '', reason].filter((fact) => fact !== '')
      this.#lines.push(
        `  ${this.#label(id)} from ${fromName}: ${state}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`,
      )
    }
    if (row.table === 'turn' && !row.open)
      this.#lines.push(`  turn ${String(row.row.n)} ended: ${row.row.outcome}`)
    if (row.table === 'entry') {
      const { kind, authorName, text } = row.row
      this.#lines.push(`  row [${kind}] ${authorName}: ${text.split('\n')[0] ?? ''}`)
    }
    if (row.table === 'copied') this.#lines.push('  transcript copied')
    if (row.table === 'forgotten') this.#lines.push('  forgotten')
  }

  #effect(effect: Effect): void {
    const name = this.#state.agents.get(effect.agent)?.agent.name ?? 'it'
    if (effect.do !== 'agent.write') {
      this.#lines.push(`  => ${effect.do} ${name}`)
      return
    }
    const text = effect.text.replace(/msg-[0-9a-z]{10}/g, (id) => this.#label(id as MessageId))
    this.#lines.push(
      `  => agent.write ${name}${effect.human ? ' as the person' : ''}`,
      ...text.split('\n').map((l) => `     | ${l}`),
    )
  }

  #agent(name: string): AgentState {
    const found = [...this.#state.agents.values()].find(({ agent }) => agent.name === name)
    if (!found) throw new Error(`the story has no agent ${name}`)
    return found
  }

  #message(label: string): MessageId {
    return this.#messages[Number(label.slice(1)) - 1] ?? 'msg-none'
  }

  #label(id: MessageId): string {
    if (!this.#messages.includes(id)) this.#messages.push(id)
    return `m${String(this.#messages.indexOf(id) + 1)}`
  }
}

/** `allow`, `allow 0` with the first suggestion, else the words of a denial. */
function decisionOf(words: string): Decision {
  const [verb, place] = words.split(' ')
  if (verb !== 'allow') return { kind: 'deny', message: words }
  return place === undefined ? { kind: 'allow' } : { kind: 'allow', suggestion: Number(place) }
}

const human = { kind: 'human', via: 'window' } as const

function personEvent(verb: string) {
  const verbs = {
    stop: 'agent.stopped',
    restart: 'agent.restarted',
    interrupt: 'agent.interrupted',
    close: 'agent.closed',
    reopen: 'agent.reopened',
    delete: 'agent.deleted',
  } as const
  return verb in verbs ? verbs[verb as keyof typeof verbs] : null
}

/** What the outside did, in the words of a story. */
function fact(verb: string, rest: string, { agent: { id: agent }, run, frame, cards }: AgentState): Event {
  const of = { agent, run }
  const id = frame?.id ?? 'none'
  switch (verb) {
    case 'ready':
      return { type: 'process.ready', ...of, historyLost: rest === 'history lost' }
    case 'refused':
      return { type: 'process.refused', ...of, why: 'cli', detail: rest }
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
    case 'ends':
      return { type: 'turn.ended', ...of, outcome: outcome(rest), totalCostUsd: 0 }
    case 'found': {
      const [found = '', ...words] = rest.split(' ')
      return { type: 'frame.located', agent, frame: id, found: found as 'absent', text: words.join(' ') }
    }
    case 'asks':
      return {
        type: 'card.asked',
        ...of,
        request: rest,
        kind: 'permission',
        tool: 'Bash',
        title: rest,
        input: '',
        reason: '',
        suggestions: [{ label: 'tests', grants: [{ kind: 'rule', rule: 'Bash(npm test:*)' }], mode: null }],
      }
    case 'looks':
      return { type: 'folder.looked', ...of, trust: rest as FolderTrust }
    case 'unasks':
      return { type: 'card.withdrawn', ...of, request: cards[0]?.request ?? '' }
    default:
      throw new Error(`the story has no verb ${verb}`)
  }
}

function outcome(words: string): Outcome {
  const [kind = 'completed', ...rest] = words.split(' ')
  if (kind === 'interrupted' || kind === 'cut') return { kind }
  if (kind === 'broken')
    return {
      kind,
      why: rest[0] === 'logged_out' ? 'logged_out' : 'api_error',
      detail: rest.slice(1).join(' '),
    }
  return { kind: 'completed', text: rest.join(' ') }
}
