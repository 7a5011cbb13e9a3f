import type { Attachment } from '../../contract/mail/attachments.ts'
import { isDeepStrictEqual } from 'node:util'
import type { LinkId, LinkMode } from '../../contract/links/links.ts'
import type { AgentId, Author, FrameId, PermissionMode, Policy } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Priority } from '../../contract/mail/priorities.ts'
import type { AwaitEnded, Command } from '../../core/step/events.ts'
import { usualLimits, type AgentState, type Limits } from '../../core/step/state.ts'
import { Engine } from '../../engine/engine.ts'
import type { Fact } from '../../ports/ports.ts'
import type { Act } from '../memory/acts.ts'
import { MemoryBackend, type Transcripts } from '../memory/backend.ts'
import { MemoryStore } from '../memory/store/store.ts'
import { VirtualClock } from '../virtual-clock.ts'
import { SlowAnswerFiles } from './answer-files.ts'
import { MemoryArchive } from './archive.ts'
import { Calls } from './calls.ts'
import { Watch } from './invariants.ts'
import { makeAttachment } from '../factories/attachments.ts'
import { wordOf } from './ledger.ts'
import { abilitiesOf, kindAt } from './lesser-kinds.ts'
import type { Row } from '../../core/step/effects.ts'

export interface Letter {
  readonly key?: string | null
  readonly body?: string
  readonly priority?: Priority | null
  readonly expectsReply?: boolean
  readonly now?: boolean
  readonly replied?: Message | null
  readonly link?: Exclude<LinkMode, 'paused'> | null
}

/**
 * Janus in virtual time: the real core and engine, a store and processes in memory, and a watch over every
 * step. Subclasses define the models; everything follows from the seed.
 */
export abstract class SimBase {
  readonly clock = new VirtualClock()
  store = new MemoryStore()
  readonly archive = new MemoryArchive(this.clock)
  readonly answerFiles = new SlowAnswerFiles(this.clock)
  readonly transcripts: Transcripts = new Map()
  readonly results: string[] = []
  watch: Watch
  readonly calls: Calls
  readonly log: string[] = []
  engine!: Engine
  backend!: MemoryBackend
  limits: Limits = usualLimits
  #words = 0
  #opened = 0
  #events = 0
  readonly #seed: string
  readonly #number: number
  readonly #trace: Trace | null

  /** `traced`: the log includes every commit. */
  constructor(seed: number, traced: boolean) {
    this.#number = seed
    this.#seed = (seed >>> 0).toString(16).padStart(8, '0')
    this.#trace = traced ? new Trace() : null
    this.watch = new Watch(this)
    this.calls = new Calls(this)
  }

  /** A model's reaction to a prompt. */
  abstract acts(agent: AgentId, prompt: string, frame: FrameId | null): readonly Act[]

  /** Starts the app on the store; `restored`: it is a backup made at that time. */
  boot(restored: number | null = null): void {
    this.backend = new MemoryBackend(
      this.clock,
      this.transcripts,
      (agent, prompt, frame) => this.acts(agent, prompt, frame),
      abilitiesOf,
      // Every eighth process reports no cost.
      (conversation) => !/[0-1]$/.test(conversation),
    )
    this.engine = new Engine({
      limits: this.limits,
      // Every other world commits batches, which are lost if it crashes at that moment.
      ...(this.#number % 2 === 1 ? { pace: (work) => void this.clock.after(0, work) } : {}),
      clock: this.clock,
      store: this.store,
      backend: this.backend,
      archive: this.archive,
      answerFiles: this.answerFiles,
      identities: { revoke: () => undefined },
      randomSeed: () => {
        this.watch.stepped()
        return `${this.#seed}${(this.#events++).toString(16).padStart(24, '0')}`
      },
      published: (before, after, rows) => {
        for (const line of this.#trace?.lines(rows) ?? []) this.note(line)
        this.watch.committed(before, after, rows)
        this.calls.published(after)
      },
      log: () => undefined,
      crashed: (error) => this.watch.crashed(error),
    })
    this.archive.connect((finding) => this.engine.fact(finding))
    this.answerFiles.connect((read) => this.engine.fact(read))
    this.backend.connect({
      fact: (fact) => this.#fact(fact),
      delta: () => undefined,
      offered: () => undefined,
      limited: () => undefined,
    })
    this.engine.start(restored)
    this.command({ type: 'limits.changed', limits: this.limits })
  }

  #fact(fact: Fact): void {
    if (fact.type === 'block.said' && fact.block.kind === 'result') this.results.push(fact.block.text)
    this.engine.fact(fact)
  }

  pass(ms: number): void {
    const until = this.clock.now() + ms
    while (this.clock.next !== null && this.clock.next <= until) {
      this.clock.step()
      this.watch.check()
    }
    this.clock.advance(Math.max(0, until - this.clock.now()))
  }

  /** The computer sleeps for `by` ms, or its clock is set (below 0: back); `isTold`: the system reports it. */
  leap(by: number, isTold: boolean): void {
    this.note(`the clock jumps by ${by} ms`)
    this.clock.leap(by)
    this.watch.leapt(by)
    if (isTold) this.engine.look()
  }

  agents(): readonly AgentState[] {
    return [...this.engine.state.agents.values()]
  }

  command(event: Command | (() => Command)): void {
    this.note(typeof event === 'function' ? 'message.sent' : describe(event))
    if ('message' in event && typeof event.message === 'string') this.watch.mark('chosen', event.message)
    this.engine.command(event).then(undefined, () => undefined)
  }

  /** An external event, which can't be refused. */
  happened(event: AwaitEnded): void {
    this.note(`${event.type} ${event.agent} ${event.ticket}`)
    this.engine.fact(event)
  }

  /** A user action on an agent that may remove its card. */
  tell(event: Command & { readonly agent: AgentId }): void {
    this.watch.note('handled', event.agent)
    this.command(event)
  }

  note(line: string): void {
    this.log.push(`${this.clock.now() - Date.UTC(2026, 0, 1)} ${line}`)
  }

  /** A new text that can be found again. */
  word(): string {
    return `word-${this.#words++}.`
  }

  /** An earlier text, if there are that many. */
  wordBefore(back: number): string {
    return `word-${Math.max(0, this.#words - back)}.`
  }

  send(from: Author | null, to: AgentId, letter: Letter = {}): void {
    const { key = null, body = this.word(), priority = null, replied = null, link = null } = letter
    const author: Author = from ?? { kind: 'user', via: 'window' }
    const fromName = author.kind === 'agent' ? author.id : 'mo'
    this.watch.count(author.kind === 'user' ? 'sent by the user' : 'sent')
    const { expectsReply = false, now = false } = letter
    const attached = author.kind === 'user' ? attachedTo(body) : {}
    if ('attachments' in attached) this.watch.count('sent with a picture')
    const isLast = author.kind === 'agent' && link === null && isNinth(key)
    if (isLast) this.watch.mark('closing', key)
    const last = isLast ? { closesLink: true as const } : {}
    const said = { from: author, fromName, to, body, priority, link, metadata: {}, ...attached, ...last }
    const fields = { ...said, expectsReply, replied, now }
    const earlier = (): Message | null => (key === null ? null : this.store.messageByKey(author, key))
    this.note(
      `${fromName} writes ${wordOf(body)} to ${to}, ${JSON.stringify({ priority, expectsReply, now })}`,
    )
    this.command(() => ({ type: 'message.sent', ...fields, idempotencyKey: key, earlier: earlier() }))
  }

  /** Links agents; null is the user. */
  link(by: AgentId | null, members: readonly AgentId[], mode: LinkMode | null, budget: number | null): void {
    this.command({ type: 'link.opened', ...this.doer(by), members, mode, budget })
  }

  extend(link: LinkId): void {
    this.watch.note('extended', link)
    this.command({ type: 'link.changed', link, extend: true })
  }

  /** The actor and its name; null is the user. */
  doer(by: AgentId | null): { readonly by: Author; readonly byName: string } {
    if (by === null) return { by: { kind: 'user', via: 'window' }, byName: 'mo' }
    return { by: { kind: 'agent', id: by }, byName: by }
  }

  open(permissionMode: PermissionMode = 'default', policy: Policy = 'hybrid', role = ''): void {
    const kind = kindAt(this.#number, this.#opened++)
    const fields = { kind, cwd: '/', model: null, permissionMode, policy, role }
    this.command({ type: 'agent.created', name: this.name(), ...fields })
  }

  name(): { readonly name: string; readonly key: string; readonly skeleton: string } {
    const name = `agent${this.#words++}`
    return { name, key: name, skeleton: name }
  }
}

function describe(event: Command): string {
  const { type, ...fields } = event
  return `${type} ${JSON.stringify(fields).slice(0, 160)}`
}

/** Logs what commits changed: a line for each row with its changed fields. */
export class Trace {
  readonly #known = new Map<string, Readonly<Record<string, unknown>>>()

  lines(rows: readonly Row[]): readonly string[] {
    return rows.flatMap((row) => {
      if (!('row' in row)) return [`    ${row.table}`]
      if (row.table === 'entry' || row.table === 'day') return []
      const { id, ...fields } = row.row
      const was = this.#known.get(id) ?? {}
      this.#known.set(id, { ...fields })
      const changed = Object.entries(fields).filter(([name, value]) =>
        name in was ? !isDeepStrictEqual(was[name], value) : !isEmpty(value),
      )
      const words = changed.map(([name, value]) => `${name} ${JSON.stringify(value).slice(0, 120)}`)
      const end = 'open' in row && !row.open ? ', settled' : ''
      return [`    ${row.table} ${id}: ${words.join(', ')}${end}`]
    })
  }
}

function isEmpty(value: unknown): boolean {
  return ['null', '""', 'false', '[]', '{}'].includes(JSON.stringify(value))
}

/** Every ninth call's message ends the link of the two; follows from the call's name and draws nothing. */
const isNinth = (key: string | null): key is string => Number(/\d+$/.exec(key ?? '')?.[0] ?? 1) % 9 === 0

/** Every third message of the user has a picture. Draws nothing. */
function attachedTo(body: string): { readonly attachments?: readonly Attachment[] } {
  const [, n = '1'] = /^word-(\d+)\./.exec(body) ?? []
  return Number(n) % 3 === 0 ? { attachments: [makeAttachment(`word-${n}.png`)] } : {}
}
