import { usualKind } from '../../contract/agents/kinds.ts'
import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { AgentState, MailboxLimits } from '../../core/step/state.ts'
import type { ImportedRow } from '../../core/agents/imported-history.ts'
import type { Backup } from './backups.ts'
import type { Act } from '../memory/acts.ts'
import { Random } from '../random.ts'
import { RandomChoices } from './random-choices.ts'
import { randomEvents } from './random-events.ts'
import { Models } from './models.ts'
import { finish } from './rest.ts'
import { copied } from './invariant-conversations.ts'
import { useComments, useTasks, useFiles } from './work-events.ts'
import { Restoring } from './restoring.ts'

const crowd = 4

const room = (count: number) => ({ count, bytes: 1024 * 1024 })
const smallMailbox: MailboxLimits = {
  user: room(6),
  peers: room(8),
  machine: room(5),
  sender: room(4),
  reserved: room(2),
}

const policies = ['hybrid', 'hybrid', 'hybrid', 'interject', 'quiet', 'ask'] as const

/**
 * A random week in virtual time: a user who writes, stops, closes and answers, agents that write to each
 * other, and crashes at any time. The same seed gives the same week.
 */
export class FullSim extends RandomChoices {
  readonly models: Models
  /** Every fifth world has resumed conversations. A separate random stream, so that other worlds stay unchanged. */
  readonly #pasts: Random | null
  /** Every eighth world uses tasks. */
  readonly #tasking: Random | null
  /** In every eighth world the user comments on lines. */
  readonly #commenting: Random | null
  /** In every seventh world agents edit the same files. */
  readonly #editing: Random | null
  /** In every ninth world the user restores a backup once. */
  readonly #restoring: Restoring | null

  constructor(seed: number, traced = false) {
    super(seed, traced)
    this.models = new Models(this)
    this.#pasts = seed % 5 === 0 ? new Random(seed) : null
    this.#tasking = seed % 8 === 4 ? new Random(seed) : null
    this.#commenting = seed % 8 === 6 ? new Random(seed) : null
    this.#editing = seed % 7 === 2 ? new Random(seed) : null
    // Every twelfth world has small mailboxes; chosen without a draw, so that other worlds stay unchanged.
    this.limits = { ...this.randomLimits(), ...(seed % 12 === 3 ? { mailbox: smallMailbox } : {}) }
    this.#restoring = seed % 9 === 7 ? new Restoring(this, new Random(seed)) : null
    this.boot()
    for (let count = this.random.int(0, 3); count > 0; count--) this.create()
  }

  acts(agent: AgentId, prompt: string, frame: FrameId | null): readonly Act[] {
    return this.models.acts(agent, prompt, frame)
  }

  /** Does one random thing, then lets time pass. */
  live(): void {
    if (this.#restoring?.isNow()) return
    if (this.#pasts?.chance(0.05)) this.#past(this.#pasts)
    else this.random.pick(randomEvents)?.(this)
    if (this.#commenting) useComments(this, this.#commenting)
    if (this.#tasking) useTasks(this, this.#tasking)
    if (this.#editing) useFiles(this, this.#editing)
    this.watch.check()
    this.pass(this.random.chance(0.6) ? this.random.int(0, 30) : this.random.int(0, 5000))
  }

  /** Stops all faults, lets the user allow everything, and lets time pass until nothing is due. */
  rest(): void {
    this.isCalm = true
    finish(this)
    this.watch.settled()
  }

  /** Restarts the app on an earlier copy of its database. */
  restore({ at, store, watch }: Backup): void {
    this.note('the app ends, and a backup is restored')
    this.end()
    this.store = store
    this.watch = watch
    this.limits = { ...this.limits, stopped: this.clock.now() }
    this.watch.restored()
    this.boot(at)
  }

  create(): void {
    if (this.engine.state.agents.size >= crowd) return
    const permissionMode = this.random.chance(0.1) ? 'plan' : 'default'
    const role = this.random.chance(0.5) ? 'Works on its task.' : ''
    this.open(permissionMode, this.random.pick(policies) ?? 'hybrid', role)
  }

  duplicate({ agent }: AgentState): void {
    if (this.engine.state.agents.size >= crowd) return
    const lines = this.transcripts.get(agent.conversation)
    const conversation = lines ? `copy ${String(this.transcripts.size)}` : null
    const copies = (lines ?? []).map((line) => ({ ...line, frame: copied + line.frame }))
    if (conversation !== null) this.transcripts.set(conversation, copies)
    this.watch.count('copies')
    this.command({ type: 'agent.duplicated', agent: agent.id, name: this.name(), conversation })
  }

  #past(random: Random): void {
    const state = random.pick(this.agents())
    if (this.engine.state.agents.size >= crowd) return
    if (state && random.chance(0.7)) this.#fork(state, random)
    else this.#takeUp()
  }

  /** Forks an agent at one of its turns, if the conversation still has it. */
  #fork({ agent }: AgentState, random: Random): void {
    const begun = this.store.entries(agent.id, null, 1000).filter(({ frame }) => frame !== undefined)
    const end = random.pick(begun.slice(1))
    const lines = this.transcripts.get(agent.conversation) ?? []
    const cut = lines.findIndex(({ frame }) => frame === end?.frame)
    if (end === undefined || cut < 0) return
    const conversation = `fork ${String(this.transcripts.size)}`
    const copies = lines.slice(0, cut).map((line) => ({ ...line, frame: copied + line.frame }))
    this.transcripts.set(conversation, copies)
    this.watch.count('forks')
    const fork = { how: 'on', rows: end.n - 1, turns: 1, lastLine: '' } as const
    this.command({ type: 'agent.duplicated', agent: agent.id, name: this.name(), conversation, fork })
  }

  #takeUp(): void {
    const count = this.transcripts.size
    const prompt = `${copied}past ${String(count)}`
    const conversation = `taken up ${String(count)}`
    this.transcripts.set(conversation, [
      { frame: prompt, text: 'Earlier words.', final: 'An earlier answer.' },
    ])
    const rows: ImportedRow[] = [
      { at: 1, prompt, said: { kind: 'user', text: 'Earlier words.' } },
      { at: 2, prompt: null, said: { kind: 'text', text: 'An earlier answer.' } },
    ]
    const past = { rows, turns: 1, earlier: 3, damaged: 0, file: '/past.jsonl' }
    this.watch.count('conversations taken up')
    this.command({
      type: 'agent.resumed',
      name: this.name(),
      kind: usualKind,
      cwd: '/',
      model: null,
      role: '',
      permissionMode: 'default',
      policy: 'hybrid',
      userName: 'Mo',
      folder: '/',
      taken: { conversation, past },
    })
  }
}
