import { initialSettings } from '../../contract/agents/agent-fields.ts'
import { usualKind, type AgentKind } from '../../contract/agents/kinds.ts'
import type { UtteranceId } from '../../contract/gatherings/gatherings.ts'
import type { AgentId, FolderTrust, MessageId } from '../../contract/api/model.ts'
import type { Priority } from '../../contract/mail/priorities.ts'
import type { Row } from '../../core/step/effects.ts'
import type { Event } from '../../core/step/events.ts'
import { load, recover } from '../../core/recover.ts'
import { emptyState, type Agent, type AgentState, type State } from '../../core/step/state.ts'
import { update, type Update } from '../../core/update.ts'
import { nextWake } from '../../core/wake.ts'
import { manyEvent } from './many.ts'
import { MemoryStore } from '../memory/store/store.ts'
import { Random } from '../random.ts'
import { keysOf } from '../factories/factories.ts'
import { makeAttachment } from '../factories/attachments.ts'
import { capEvent } from './budget.ts'
import {
  decisionOf,
  fact,
  handEvent,
  limitsOf,
  userEvent,
  settingOf,
  timerEvent,
  forkOf,
  takenUp,
} from './events.ts'
import { Circle } from './circle.ts'
import { StoryLines, timelineLines } from './lines.ts'
import { Tags } from './tags.ts'
import { HandlerWords } from './handlers.ts'
import { MachineWords } from './machines.ts'
import { LinkWords } from './links.ts'

const user = { kind: 'user', via: 'window' } as const

/**
 * Tells a story: takes its commands (lines that begin with `>`), and gives back the whole text with what the
 * core made of each: answers, statuses, messages, transcript rows and effects. Comments and headings stay. Behind `===`
 * begins another one, in a world of its own.
 */
export function tellStory(text: string): string {
  let story = new Story()
  const told: string[] = []
  for (const line of text.split('\n')) {
    if (line === '===') story = new Story()
    if (line.startsWith('> ')) told.push(line, ...story.do(line.slice(2)))
    else if (line === '===' || line.startsWith('#') || line === '') told.push(line)
  }
  return `${told.join('\n').trimEnd()}\n`
}

/** The open tabs in their order, with their last words. */
const tabLines = (state: State): string[] =>
  [...state.agents.values()]
    .map(({ agent }) => agent)
    .filter(({ closedAt }) => closedAt === null)
    .sort((a, b) => a.order - b.order)
    .map(({ name, lastLine }) => `  ${name}${lastLine === '' ? '' : `: ${lastLine}`}`)

class Story {
  #state: State = emptyState
  #store = new MemoryStore()
  #now = 0
  readonly #random = new Random(1)
  readonly #tags = new Tags()
  readonly #linking = new LinkWords(this.#tags, () => this.#state)
  readonly #handlers = new HandlerWords(
    this.#tags,
    () => this.#state,
    (id) => this.#store.message(id),
  )
  readonly #machines = new MachineWords(
    (tag) => this.#tags.untag(tag),
    () => this.#state,
    this.#store,
  )
  readonly #circle = new Circle(this.#tags, () => this.#state, this.#store)
  readonly #told = new StoryLines(this.#tags, this.#linking, this.#handlers, this.#circle)
  #lines: string[] = []
  /** All that was saved, and how much of it a backup holds. */
  #commits: (readonly Row[])[] = []
  #backup: { readonly commits: readonly (readonly Row[])[]; readonly at: number } | null = null

  /** Carries out one command; answers the lines of its trace. */
  do(command: string): readonly string[] {
    this.#lines = []
    const [verb = '', name = '', ...rest] = command.split(' ')
    if (verb === 'tabs') this.#lines = tabLines(this.#state)
    else if (verb === 'timeline') this.#lines = [...timelineLines(this.#store)]
    else if (verb === 'wait') this.#wait(Number(name) * 1000)
    else if (verb === 'clock') this.#setClock(Number(name) * 1000)
    else if (verb === 'app-dies') this.#reboot(Number(name) * 1000)
    else if (verb === 'backs-up') this.#backup = { commits: [...this.#commits], at: this.#now }
    else if (verb === 'restores') this.#restore()
    else if (verb === 'create') this.#create(name.split(','), rest.join(' '))
    else if (name === 'times') this.#lines = this.#repeat(Number(verb), rest.join(' ').split('; '))
    else this.#apply(this.#event(verb, name, rest.join(' ')))
    return this.#lines
  }

  #event(verb: string, name: string, rest: string): Event {
    const circle = this.#circle.event(verb, name, rest)
    if (circle) return circle
    const machine = this.#machines.event(verb, name, rest)
    if (machine) return machine
    const many = manyEvent([verb, name, rest], this.#state, this.#store)
    if (many) return many
    const handler = this.#handlers.event(verb, name, rest)
    if (handler) return handler
    if (verb === 'link' || verb === 'unlink' || verb === 'relink')
      return this.#linking.linking(verb, name, rest)
    if (verb === 'timer') {
      const [act = '', by] = rest.split(' ')
      return timerEvent(this.#tags.untag(name), act, by === undefined ? null : this.#agent(by).agent.id)
    }
    if (verb === 'cap' || verb === 'raise') {
      const idOf = (who: string) =>
        name === 'tab' || name === 'turn' ? this.#agent(who).agent.id : this.#tags.untag(who)
      return capEvent(verb, name, rest, idOf)
    }
    if (verb === 'takes-up') return takenUp(name, rest)
    if (verb === 'limits') return { type: 'limits.changed', limits: limitsOf(`${name} ${rest}`, this.#now) }
    const user = userEvent(verb)
    const hand = handEvent(verb, this.#message(name), rest === '' ? null : this.#message(rest))
    if (hand) return hand
    const lost = verb === 'resends' ? this.#store.message(this.#message(name)) : null
    if (lost) return { type: 'message.retried', message: lost }
    const state = this.#agent(name)
    const agent = state.agent.id
    if (user) return { type: user, agent }
    if (verb === 'sees') return { type: 'agent.seen', agent, row: state.agent.entryCount }
    if (verb === 'stops-task') return { type: 'task.stopped', agent, task: rest }
    if (verb === 'user' || verb === 'steer') return this.#sent(null, agent, rest, verb)
    if (verb === 'send' || verb === 'ask') {
      const [to = '', ...words] = rest.split(' ')
      return this.#sent(state, this.#agent(to).agent.id, words.join(' '), verb)
    }
    if (verb === 'reply') return this.#reply(state, rest)
    if (verb === 'sets') return this.#linking.sets(state, rest)
    if (verb === 'types') {
      const left = rest === 'left' ? { left: true as const } : {}
      return { type: 'user.composed', agent, draft: rest === 'draft', ...left }
    }
    if (verb === 'retry') return { type: 'turn.retried', agent }
    if (verb in initialSettings) return { type: 'agent.changed', agent, ...settingOf(verb, rest) }
    if (verb === 'awaits' || verb === 'awaited') {
      const [ticket = '', call = null, how] = rest.split(' ')
      const of = { agent, ticket: this.#message(ticket), call: call === 'unnamed' ? null : call }
      if (verb === 'awaits') return { type: 'await.began', ...of }
      return { type: 'await.ended', ...of, handed: how === 'handed' }
    }
    if (verb === 'answer') {
      const { id: card = 'crd-none', hash = null } = state.cards[0] ?? {}
      return { type: 'card.answered', agent, card, hash, decision: decisionOf(rest), fromName: 'Mo' }
    }
    if (verb === 'revoke') return { type: 'permission.revoked', agent, permission: rest }
    if (verb === 'renames') return { type: 'agent.changed', agent, name: keysOf(rest) }
    if (verb === 'moves') return { type: 'agent.changed', agent, cwd: rest }
    if (verb === 'mode')
      return { type: 'agent.changed', agent, permissionMode: rest as Agent['permissionMode'] }
    if (verb === 'decides') return { type: 'folder.decided', agents: [agent], trust: rest as FolderTrust }
    if (verb === 'fork') return forkOf(agent, rest)
    if (verb === 'duplicate')
      return { type: 'agent.duplicated', agent, name: keysOf(rest), conversation: 'copy' }
    return fact(verb, this.#unlabelled(rest), state)
  }

  /**
   * `20 times send scout builder Word {n}.; reads builder`; `{2n+6}` is reckoned. A round is told where the next differs
   * from it in more than numbers, and so is the last.
   */
  #repeat(count: number, commands: readonly string[]): string[] {
    const rounds: string[][] = []
    for (let n = 1; n <= count; n++) {
      const numbered = commands.map((command) =>
        command.replaceAll(/\{(\d*)n(?:\+(\d+))?\}/g, (_, by: string, more = '0') =>
          String(Number(by || '1') * n + Number(more)),
        ),
      )
      rounds.push(numbered.flatMap((command) => [`  > ${command}`, ...this.do(command)]))
    }
    const shape = (round: readonly string[] | undefined) => round?.join('\n').replaceAll(/\d+/g, '#')
    return rounds.filter((round, at) => shape(round) !== shape(rounds[at + 1])).flat()
  }

  /** `create scout,builder MODE`, or `of KIND`, or `as ROLE EFFORT WORDS…`: with a role that has them told these words. */
  #create(names: readonly string[], how: string): void {
    const [, kind = usualKind] = /^of (.+)$/.exec(how) ?? []
    const [, template, effort, instructions] = /^as (\S+) (\S+) (.+)$/.exec(how) ?? []
    const isMode = how !== '' && kind === usualKind && template === undefined
    for (const name of names) {
      this.#apply({
        type: 'agent.created',
        name: { name, key: name, skeleton: name },
        kind: kind as AgentKind,
        cwd: '/',
        model: null,
        policy: 'hybrid',
        role: '',
        permissionMode: isMode ? (how as Agent['permissionMode']) : 'default',
        ...(template && effort && instructions ? { template, effort, instructions } : {}),
      })
    }
    // Asleep is how an agent begins.
    this.#lines = this.#lines.filter((line) => !names.some((name) => line === `  ${name} is asleep`))
  }

  /** `!urgent` before the words is their priority, `re=m3` what they go on from, `link=converse` opens a link, `link=close` closes it behind them, `+a.png` goes with them, `key=` after them their key. */
  #sent(from: AgentState | null, to: AgentId, words: string, verb: string): Event {
    const [said = '', key = null] = words.split(' key=')
    const form = /^(?:!(\w+) )?(?:re=(m\d+) )?(?:link=(\w+) )?((?:\+\S+ ?)*)/
    const [marks = '', priority, re, mode, with_ = ''] = form.exec(said) ?? []
    const names = with_.split(' ').flatMap((one) => (one === '' ? [] : [one.slice(1)]))
    const link = mode === 'close' ? null : (mode as 'answers' | 'converse' | 'absorb' | undefined)
    const replied = re === undefined ? null : this.#store.message(this.#message(re))
    return {
      type: 'message.sent',
      from: from ? { kind: 'agent', id: from.agent.id } : user,
      fromName: from?.agent.name ?? 'Mo',
      to,
      body: said.slice(marks.length).replaceAll('\\n', '\n'),
      ...(names.length > 0 ? { attachments: names.map(makeAttachment) } : {}),
      metadata: {},
      idempotencyKey: key,
      priority: (priority ?? null) as Priority | null,
      expectsReply: verb === 'ask',
      now: verb === 'steer',
      replied,
      link: link ?? null,
      ...(mode === 'close' ? { closesLink: true } : {}),
      earlier:
        key === null
          ? null
          : this.#store.messageByKey(from ? { kind: 'agent', id: from.agent.id } : user, key),
    }
  }

  #reply({ agent }: AgentState, rest: string): Event {
    const [label = '', ...words] = rest.split(' ')
    const ticket = this.#store.message(this.#message(label))
    if (!ticket) throw new Error(`the story has no message ${label}`)
    const said = { body: words.join(' '), metadata: {}, idempotencyKey: null, earlier: null }
    return { type: 'reply.sent', from: agent.id, fromName: agent.name, ticket, ...said }
  }

  #apply(event: Event): void {
    this.#take(update(this.#state, event, { now: this.#now, seed: this.#random.hex() }))
  }

  #take(made: Update): void {
    const before = this.#state
    this.#state = made.state
    this.#store.commit(made.rows)
    this.#commits.push(made.rows)
    this.#lines.push(...this.#told.update(made, before, this.#now))
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

  /** The clock is set on or back, or the machine sleeps. */
  #setClock(by: number): void {
    this.#now += by
    this.#apply({ type: 'clock.jumped', by })
  }

  /** The app is killed and starts again on what was saved; meanwhile the clock is set by so many ms. */
  #reboot(by: number): void {
    this.#now += by
    this.#state = load(this.#store.load(), this.#state.limits)
    this.#take(recover(this.#state, { now: this.#now, seed: this.#random.hex() }))
  }

  /** The app is quit and starts again on the backup, with everything stopped. */
  #restore(): void {
    if (this.#backup === null) throw new Error('the story has no backup')
    const { commits, at } = this.#backup
    this.#store = new MemoryStore()
    this.#commits = [...commits]
    for (const rows of commits) this.#store.commit(rows)
    this.#state = load(this.#store.load(), { ...this.#state.limits, stopped: this.#now })
    this.#take(recover(this.#state, { now: this.#now, seed: this.#random.hex() }, at))
  }

  #agent(name: string): AgentState {
    const found = [...this.#state.agents.values()].find(({ agent }) => agent.name === name)
    if (!found) throw new Error(`the story has no agent ${name}`)
    return found
  }

  #message(label: string): MessageId {
    return this.#tags.untag(label)
  }

  /** `<m3>` in what a tool shows is the id of that message. */
  #unlabelled(text: string): string {
    return text.replace(/<([mu]\d+)>/g, (_, label: string) =>
      label.startsWith('m') ? this.#message(label) : this.#tags.untag<UtteranceId>(label),
    )
  }
}
