import type { AgentId, FrameId, MessageId, Suggestion } from '../../contract/api/model.ts'
import { priorityNames, usualPriority, type Priority } from '../../contract/mail/priorities.ts'
import type { Act } from '../memory/acts.ts'
import { tie } from './linking.ts'
import { callAt, randomBehavior, seatedActs, type SpeakerBehavior } from './seated.ts'
import { cancelOne, isAsked, keepSome, setSome } from './timers.ts'
import type { FullSim } from './full-sim.ts'
import { openLinksOf } from '../../core/links/queries.ts'

/** Permissions that a process offers to allow permanently. */
const suggestions: readonly Suggestion[] = [
  { label: 'true', isCode: true, permissions: [{ kind: 'rule', rule: 'Bash(true)' }], mode: null },
  { label: 'all edits', isCode: false, permissions: [], mode: 'acceptEdits' },
]

/** Texts that mean that there is nothing to add. */
const silences = ['SILENT', 'SILENT', ' SILENT. ']
const ticketPattern = /reply_to_agent "(msg-[0-9a-z]{10})"/g
const priorities: readonly (Priority | null)[] = [
  null,
  ...priorityNames.flatMap((name) => (name === usualPriority.others ? [name, name] : name)),
]

/** The models of a world, each with a memory of what it was asked. */
export class Models {
  readonly #world: FullSim
  /** Tickets that each agent has read, and perhaps answered. */
  readonly #asked = new Map<AgentId, Set<MessageId>>()
  /** How many more prompts will kill each agent's process. */
  readonly #deadly = new Map<AgentId, number>()
  /** Agents that the service failed: an outage lasts for several turns. */
  readonly #failed = new Set<AgentId>()
  /** How often a model answers a prompt by writing to an agent; some worlds never stop talking. */
  readonly #eagerness: number
  /** How often it expects a reply, and how often it replies by the tool. */
  readonly #curiosity: number
  readonly #courtesy: number
  readonly #slowness: number
  /** How often it sets itself a timer; in some worlds at every prompt. */
  readonly #restlessness: number
  /** How often it ends a turn with nothing to add. */
  readonly #silence: number

  /** How often it repeats an earlier text; in some worlds agents loop. */
  readonly #sameness: number

  readonly #manners: SpeakerBehavior

  constructor(world: FullSim) {
    const { random } = world
    this.#world = world
    this.#manners = randomBehavior(world)
    this.#eagerness = random.pick([0.2, 0.5, 0.9, 1]) ?? 0.5
    this.#curiosity = random.pick([0, 0.3, 0.8]) ?? 0.3
    this.#courtesy = random.pick([0, 0.4, 0.9]) ?? 0.4
    this.#slowness = random.pick([0, 0.05, 0.3]) ?? 0
    this.#restlessness = random.pick([0.05, 0.1, 0.3, 1]) ?? 0.1
    this.#silence = random.pick([0, 0.1, 0.4]) ?? 0.1
    this.#sameness = random.pick([0.05, 0.05, 0.5]) ?? 0.05
  }

  /** Lets this agent's next few prompts kill its process. */
  poison(agent: AgentId): void {
    this.#deadly.set(agent, this.#world.random.int(1, 4))
  }

  /** A model's reaction to a prompt. In a calm world it only speaks and replies. */
  acts(agent: AgentId, prompt: string, frame: FrameId | null): readonly Act[] {
    const world = this.#world
    const { random, isCalm } = world
    world.watch.read(frame)
    this.#remember(agent, prompt)
    const deadly = this.#deadly.get(agent) ?? 0
    if (deadly > 0 && !isCalm) {
      this.#deadly.set(agent, deadly - 1)
      return [{ do: 'think', ms: 5 }, { do: 'die' }]
    }
    if (!isCalm && isFated(frame)) return [{ do: 'think', ms: 5 }, { do: 'hang' }]
    const call = callAt(world, agent, frame)
    if (call) {
      const doings = isCalm ? [] : this.#doings(agent, frame)
      return [...doings, ...seatedActs(world, agent, call, this.#manners)]
    }
    if (!isCalm && this.#isOutage(agent, frame))
      return [
        { do: 'think', ms: 5 },
        { do: 'break', why: 'api_error' },
      ]
    const acts: Act[] = [{ do: 'think', ms: random.int(0, 2000) }]
    if (!isCalm && random.chance(this.#slowness)) acts.push(this.#longWork())
    acts.push(...this.#answers(agent))
    if (!isCalm) acts.push(...this.#doings(agent, frame))
    const text = random.chance(this.#silence)
      ? (random.pick(silences) ?? 'SILENT')
      : `${this.#final()}${named(world, agent)}`
    return [...acts, { do: 'say', text }, { do: 'think', ms: random.int(0, 50) }]
  }

  /** Sometimes an earlier text, or a question. */
  #final(): string {
    const { random } = this.#world
    if (random.chance(this.#sameness)) return this.#world.oldWord()
    return random.chance(0.1) ? `${this.#world.word()} Shall I go on?` : this.#world.word()
  }

  #remember(agent: AgentId, prompt: string): void {
    const asked = this.#asked.get(agent) ?? new Set()
    for (const [, id] of prompt.matchAll(ticketPattern)) asked.add(id as MessageId)
    this.#asked.set(agent, asked)
  }

  #longWork(): Act {
    const ms = this.#world.random.int(2, 200) * 1000
    return this.#world.random.chance(0.5) ? { do: 'think', ms } : { do: 'tool', ms, call: () => undefined }
  }

  /** Replies to some of its tickets, sometimes twice or much later. */
  #answers(agent: AgentId): Act[] {
    const { random, calls } = this.#world
    const acts: Act[] = []
    for (const id of this.#asked.get(agent) ?? []) {
      if (!random.chance(this.#courtesy)) continue
      acts.push({ do: 'tool', call: () => calls.reply(agent, id) })
      if (!random.chance(0.2)) this.#asked.get(agent)?.delete(id)
    }
    return acts
  }

  #doings(agent: AgentId, frame: FrameId | null): Act[] {
    const { random } = this.#world
    const acts: Act[] = []
    if (random.chance(this.#eagerness)) acts.push(...this.#chat(agent))
    if (random.chance(0.2 * (1.4 - this.#eagerness))) acts.push({ do: 'ask', suggestions })
    if (random.chance(0.05)) acts.push({ do: 'background', ms: random.int(0, 20_000) })
    if (random.chance(0.06))
      acts.push(random.chance(0.7) ? this.#error(agent, frame) : { do: 'break', why: 'logged_out' })
    if (random.chance(this.#restlessness))
      acts.push({ do: 'tool', call: () => setSome(this.#world, agent, agent) })
    if (isAsked(this.#world, agent)) acts.push({ do: 'tool', call: () => keepSome(this.#world, agent) })
    if (random.chance(0.1)) acts.push({ do: 'tool', call: () => tie(this.#world, agent) })
    if (random.chance(0.03)) acts.push({ do: 'tool', call: () => cancelOne(this.#world, agent) })
    return acts
  }

  /** A service error; every third is permanent. */
  #error(agent: AgentId, frame: FrameId | null): Act {
    this.#failed.add(agent)
    const lasts = frame !== null && numberOf(frame) % 3 === 0
    return { do: 'break', why: 'api_error', ...(lasts ? { error: 'invalidRequest' } : {}) }
  }

  /** Whether the service still fails an agent; follows from the prompt's name and draws nothing. */
  #isOutage(agent: AgentId, frame: FrameId | null): boolean {
    const lasts = this.#failed.has(agent) && frame !== null && numberOf(frame) % 2 === 0
    if (!lasts) this.#failed.delete(agent)
    return lasts
  }

  #chat(agent: AgentId): Act[] {
    const world = this.#world
    const { random, calls } = world
    const acts: Act[] = []
    for (let count = random.int(1, 2); count > 0; count--) {
      const to = world.some()?.agent.id
      if (to === undefined) continue
      if (random.chance(this.#curiosity * 0.5)) {
        const ms = random.pick([500, 5000, 50_000]) ?? 5000
        acts.push({ do: 'await', call: (done) => calls.await(agent, to, ms, done) })
        continue
      }
      const expectsReply = random.chance(this.#curiosity)
      const priority = random.pick(priorities) ?? null
      const body = random.chance(0.15) ? world.oldWord() : world.word()
      const known = world.engine.state.agents.get(agent)?.mailbox.filter(({ state }) => state === 'read')
      const replied = random.chance(0.3) ? (random.pick(known ?? []) ?? null) : null
      const link = random.chance(0.1)
        ? (random.pick(['answers', 'converse', 'absorb'] as const) ?? null)
        : null
      const wish = { priority, expectsReply, body, replied, link }
      acts.push({ do: 'tool', call: () => calls.send(agent, to, wish) })
    }
    return acts
  }
}

/** One in this many prompts makes a process hang. */
const oneIn = 25

/** Whether a process hangs on a prompt; follows from its name and draws nothing. */
function isFated(frame: FrameId | null): boolean {
  return frame !== null && numberOf(frame) % oneIn === 0
}

const numberOf = (frame: FrameId): number =>
  [...frame].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 65_521, 7)

/** In a mention-only link, some final texts mention its first other member. Draws nothing. */
function named({ engine: { state }, clock }: FullSim, agent: AgentId): string {
  const link = openLinksOf(state.links, agent).find(({ mode }) => mode === 'mentions')
  const other = link?.members.find((one) => one !== agent)
  const name = other && state.agents.get(other)?.agent.name
  return name === undefined || clock.now() % 2 === 0 ? '' : ` @${name} @user look`
}
