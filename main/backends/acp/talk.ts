import { addIntroduction } from '../../contract/agents/introduced.ts'
import type { FrameId } from '../../contract/api/model.ts'
import type { Outcome, SeenEnd } from '../../ports/ports.ts'
import type { ProgramEvent, ProgramFact, Prompt } from '../../adapters/processes/agent-family.ts'
import type { AcpCards, OptionId } from './cards.ts'
import type { Profile } from './profile.ts'
import { fullnessIn, isAtWork, UpdateReader, usageOfCall } from './reader.ts'
import type { Receipts } from './receipts.ts'
import type { AcpSession, AcpSessionEvents, AcpTurnEnd } from './session.ts'
import { asObject, type Json } from '../../adapters/processes/json.ts'
import { usageAtEnd, AcpUsageMeter } from './usage.ts'
import { outcomeOf } from './outcome.ts'

interface Turn {
  readonly frame: FrameId
  began: boolean
  /** Frames sent into the turn that the agent has not yet shown to have read. */
  folding: FrameId[]
  readonly read: FrameId[]
  end: 'own' | 'stopped' | 'cut'
  denied: boolean
}

interface TalkOptions {
  readonly profile: Pick<Profile, 'name' | 'steering' | 'counting' | 'ownWord'>
  readonly cards: AcpCards
  readonly receipts: Receipts
  readonly introduction: string
  hear(heard: ProgramEvent): void
  log(line: string): void
}

/**
 * Sends prompts to one session, one at a time. Later prompts wait here, where they can be canceled, or
 * enter the running turn in the agent's own way.
 */
export class Talk implements AcpSessionEvents {
  readonly #options: TalkOptions
  readonly #reader: UpdateReader
  readonly #meter: AcpUsageMeter
  #session: AcpSession | null = null
  #introduction: string
  /** In the order in which the agent should read them. */
  #waiting: Prompt[] = []
  /** Interjections: they end the turn once no tool runs and no card waits. */
  #urgent: Prompt[] = []
  #turn: Turn | null = null
  /** Nothing is sent any more: the process is ending. */
  #closed = false

  constructor(options: TalkOptions) {
    this.#options = options
    this.#introduction = options.introduction
    this.#reader = new UpdateReader(options.profile.ownWord)
    this.#meter = new AcpUsageMeter(options.profile.counting)
  }

  open(session: AcpSession): void {
    this.#session = session
    this.#meter.goesOn()
    this.#pump()
  }

  get busy(): boolean {
    return this.#turn !== null
  }

  write(asked: Prompt): void {
    const { frame, text: words, isFromUser, how } = asked
    // A note must not start a turn, and this protocol has no other way to add it.
    if (how === 'note') return this.#tell({ type: 'frame.cancelled', frame })
    // Only the user may run slash commands.
    const text = isFromUser || !words.startsWith('/') ? words : `[Not a command:]\n${words}`
    const prompt = { ...asked, text }
    if (how === 'interject' && this.#turn !== null) this.#urgent.push(prompt)
    else {
      this.#tell({ type: 'frame.accepted', frame })
      this.#waiting.push(prompt)
    }
    this.#proceed()
  }

  interrupt(): void {
    for (const { frame } of [...this.#urgent.splice(0), ...this.#waiting.splice(0)])
      this.#tell({ type: 'frame.cancelled', frame })
    this.#stopTurn('stopped')
  }

  /** Called when the process is about to end: nothing more is sent. */
  close(): void {
    this.#closed = true
  }

  /** The process has died: keep the part of the answer that the user has seen. */
  brokenOff(): void {
    this.#closed = true
    if (this.#turn !== null) this.#hear(this.#reader.endTurn('stopped'))
    this.#turn = null
  }

  update(update: Json): void {
    this.#meter.costs(asObject(update['cost']))
    const context = fullnessIn(update)
    if (context !== null) this.#tell({ type: 'context.told', context })
    const turn = this.#turn
    if (turn === null) return
    if (isAtWork(update)) this.#noteWork(turn)
    this.#hear(this.#reader.read(update))
    if (this.#meter.saw(usageOfCall(update))) this.#tell({ type: 'turn.used', tokens: this.#meter.ofTurn })
    this.#proceed()
  }

  async permission(call: Json, options: unknown): Promise<OptionId> {
    const turn = this.#turn
    // Requests after the end of a turn, or while it is being stopped, are canceled.
    if (turn === null || turn.end !== 'own') return null
    this.#noteWork(turn)
    const { call: whole, heard } = this.#reader.asked(call)
    this.#hear(heard)
    const choice = await this.#options.cards.ask(whole, options)
    this.#proceed()
    return choice
  }

  /** The program or one of its tool servers asks the user for input, possibly between turns. */
  async elicitation(request: Json, gone: AbortSignal): Promise<object | null> {
    const turn = this.#turn
    if (this.#closed || (turn !== null && turn.end !== 'own')) return null
    if (turn !== null) this.#noteWork(turn)
    const answer = await this.#options.cards.fill(request, this.#options.profile.name, gone)
    this.#proceed()
    return answer
  }

  denied(): void {
    if (this.#turn !== null) this.#turn.denied = true
  }

  taken(frame: FrameId, id: string | null): void {
    if (id !== null) this.#options.receipts.named(frame, id)
    if (this.#turn?.frame === frame) this.#begin(this.#turn)
  }

  ended(end: AcpTurnEnd): void {
    const turn = this.#turn
    if (turn === null) return
    this.#begin(turn)
    this.#readFolded(turn)
    const told = this.#meter.ended(usageAtEnd(end.told))
    const outcome = this.#outcome(turn, end)
    if (told) this.#tell({ type: 'turn.used', tokens: this.#meter.ofTurn })
    this.#turn = null
    for (const frame of turn.read)
      this.#options.receipts.ended(frame, outcome.kind === 'completed' ? outcome.text : null)
    const { totalCostUsd, totalTokens } = this.#meter
    this.#tell({ type: 'turn.ended', outcome, totalCostUsd, totalTokens })
    for (const prompt of this.#urgent) this.#tell({ type: 'frame.accepted', frame: prompt.frame })
    this.#waiting.unshift(...this.#urgent.splice(0))
    this.#pump()
  }

  drain(): readonly string[] {
    const turn = this.#turn
    if (turn === null || turn.end !== 'own') return []
    // Only text can go this way; prompts with pictures start a turn.
    const steered = this.#takeSteered(({ pictures }) => pictures.length === 0)
    for (const { frame, text } of steered) {
      this.#options.receipts.written(frame, text)
      turn.read.push(frame)
      this.#tell({ type: 'frame.started', frame })
    }
    // The agent puts its own text before the message, so begin a new line.
    return steered.map(({ text }) => `\n${text}`)
  }

  #outcome(turn: Turn, end: AcpTurnEnd): Outcome {
    const seenEnd: SeenEnd = turn.end === 'stopped' || turn.end === 'cut' ? 'stopped' : 'failed'
    this.#hear(this.#reader.endTurn(seenEnd, end.stop === 'error' ? end.words : ''))
    const { final, errorWords } = this.#reader
    const { name } = this.#options.profile
    return outcomeOf({ end, how: turn.end, denied: turn.denied, final, errorWords, name })
  }

  #proceed(): void {
    const turn = this.#turn
    if (turn !== null && this.#urgent.length > 0 && !this.#reader.usesTool && !this.#options.cards.waiting)
      this.#stopTurn('cut')
    this.#pump()
  }

  #stopTurn(how: 'stopped' | 'cut'): void {
    const turn = this.#turn
    if (turn === null || turn.end === 'stopped' || turn.end === how) return
    turn.end = how
    this.#session?.cancel()
    this.#options.cards.withdraw()
  }

  #pump(): void {
    const session = this.#session
    if (session === null || this.#closed) return
    if (this.#turn !== null) return this.#steerAll(session, this.#turn)
    const prompt = this.#waiting.shift()
    if (prompt === undefined) return
    const { frame, pictures } = prompt
    const text = this.#introduced(prompt.text)
    this.#turn = { frame, began: false, folding: [], read: [], end: 'own', denied: false }
    this.#reader.beginTurn()
    this.#meter.begins()
    this.#options.receipts.written(frame, text)
    session.prompt(frame, text, pictures)
  }

  #introduced(text: string): string {
    const whole = addIntroduction(this.#introduction, text)
    this.#introduction = ''
    return whole
  }

  /** Only while a tool runs; otherwise the message could cut off the answer. */
  #steerAll(session: AcpSession, turn: Turn): void {
    const { steering } = this.#options.profile
    if (steering !== 'prompt' && steering !== 'steer') return
    if (turn.end !== 'own' || !turn.began || !this.#reader.usesTool) return
    for (const prompt of this.#takeSteered()) {
      turn.folding.push(prompt.frame)
      this.#options.receipts.written(prompt.frame, prompt.text)
      if (steering === 'prompt') session.prompt(prompt.frame, prompt.text, prompt.pictures)
      else void this.#steer(session, turn, prompt)
    }
  }

  async #steer(session: AcpSession, turn: Turn, prompt: Prompt): Promise<void> {
    const isIn = await session.steer(prompt.text, prompt.pictures).catch((error: unknown) => {
      this.#options.log(`steering: ${String(error)}`)
      return false
    })
    if (isIn || !turn.folding.includes(prompt.frame)) return
    turn.folding = turn.folding.filter((frame) => frame !== prompt.frame)
    this.#options.receipts.gone(prompt.frame)
    this.#waiting.unshift({ ...prompt, how: 'begin' })
    this.#pump()
  }

  /** Takes the steering prompts at the head of the queue, up to one that must start a turn. */
  #takeSteered(may: (prompt: Prompt) => boolean = () => true): readonly Prompt[] {
    const end = this.#waiting.findIndex((prompt) => prompt.how !== 'steer' || !may(prompt))
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  /** The agent is at work, so it has read the prompt, and without running tools also what was steered in. */
  #noteWork(turn: Turn): void {
    if (this.#session?.version !== 2) this.#begin(turn)
    if (turn.began && !this.#reader.usesTool) this.#readFolded(turn)
  }

  #begin(turn: Turn): void {
    if (turn.began) return
    turn.began = true
    turn.read.push(turn.frame)
    this.#tell({ type: 'frame.started', frame: turn.frame })
    this.#tell({ type: 'turn.began' })
  }

  #readFolded(turn: Turn): void {
    for (const frame of turn.folding.splice(0)) {
      turn.read.push(frame)
      this.#tell({ type: 'frame.started', frame })
    }
  }

  #hear(all: readonly ProgramEvent[]): void {
    const isStopped = this.#turn !== null && this.#turn.end !== 'own'
    for (const heard of all) this.#options.hear(isStopped ? asStopped(heard) : heard)
  }

  #tell(fact: ProgramFact): void {
    this.#options.hear({ fact })
  }
}

/** Failures after a turn was stopped are results of the stop. */
function asStopped(heard: ProgramEvent): ProgramEvent {
  if (!('fact' in heard) || heard.fact.type !== 'block.said') return heard
  const { block } = heard.fact
  if (block.kind !== 'result' || block.end !== 'failed') return heard
  return { fact: { ...heard.fact, block: { ...block, end: 'stopped' } } }
}
