import type { Picture } from '../../ports/attachments.ts'
import type {
  Configuration,
  ProgramEvent,
  ProgramFact,
  Prompt,
} from '../../adapters/processes/agent-family.ts'
import type { FrameId, PermissionMode } from '../../contract/api/model.ts'
import type { Decision, Launch } from '../../ports/ports.ts'
import { endCommands, runningCommands } from './conversation.ts'
import { CodexCards } from './cards.ts'
import { Frames } from './frames.ts'
import { turnParams } from './launch.ts'
import { compactCommand } from './offer.ts'
import type { CodexInput, Notification, RequestId } from './protocol.ts'
import { CodexReader } from './reader.ts'
import { noteId } from './rollout.ts'
import { DisconnectedError, CodexRefusedError, type Rpc } from './rpc.ts'
import { messageOf } from '../../adapters/folder/errors.ts'

interface ConversingOptions {
  readonly rpc: Rpc
  readonly launch: Launch
  readonly thread: string
  /** The model used if none is chosen. */
  readonly model: string
  /** The effort used if none is chosen; null if unknown. */
  readonly effort: string | null
  hear(heard: ProgramEvent): void
  /** Codex misbehaves and has to be ended. */
  end(why: string): void
  log(line: string): void
}

/** One conversation with a Codex that is ready: converts frames to requests and notifications to facts. */
export class Conversing {
  readonly #options: ConversingOptions
  readonly #reader: CodexReader
  readonly #cards: CodexCards
  readonly #frames = new Frames()
  #model: string | null
  #effort: string | null
  #mode: PermissionMode
  /** Nothing else is sent until the request is answered and its turn has begun. */
  #entering = false
  #beginning = false
  /** The prompt of the expected turn, if Codex doesn't name it in the turn. */
  #command: Prompt | null = null
  #interrupt: 'no' | 'asked' | 'sent' = 'no'
  /** A turn that accepts no input, for example a compaction. */
  #closedTurn: string | null = null
  #lossy = false

  constructor(options: ConversingOptions) {
    const { rpc, launch, log, thread } = options
    this.#options = options
    this.#model = launch.model
    this.#effort = launch.effort ?? options.effort
    this.#mode = launch.permissionMode
    this.#reader = new CodexReader(thread)
    this.#cards = new CodexCards(launch.cwd, launch.permissionMode, launch.allowed, {
      tell: (fact) => this.#tell(fact),
      answer: (id, result) => rpc.answer(id, result),
      refuse: (id, message) => rpc.refuse(id, message),
      itemOf: (call) => this.#reader.itemOf(call),
      callsOf: (server) => this.#reader.callsOf(server),
      allowed: (mode) => (this.#mode = mode),
      log,
    })
  }

  get busy(): boolean {
    return this.#reader.turn !== null || this.#entering || this.#beginning
  }

  write(waiting: Prompt): void {
    const { frame, how } = waiting
    this.#frames.put(waiting)
    if (how !== 'interject' && how !== 'steer') this.#accept(frame)
    this.#proceed()
    // A steered frame counts as accepted once Codex confirms it; until then the turn may end without it.
    if (how === 'steer' && !this.#frames.isSteered(frame)) this.#accept(frame)
  }

  configure({ model, effort, permissionMode: mode }: Configuration): void {
    // Codex keeps the last values, so its defaults have to be sent explicitly.
    this.#model = model ?? this.#options.model
    this.#effort = effort ?? this.#options.effort
    this.#mode = mode
    this.#cards.switchTo(mode)
  }

  decide(request: string, decision: Decision): void {
    this.#cards.decide(request, decision)
    this.#proceed()
  }

  /** Stops the turn and cancels the frames behind it. Resolves when Codex has been notified. */
  async interrupt(): Promise<void> {
    this.#cancelFrames(this.#frames.takeBack())
    if (!this.busy) return
    this.#reader.ending('interrupted')
    await this.#stopTurn()
  }

  /** Ends a background command or a subagent; one that Codex doesn't know has ended. */
  stopTask(task: string): void {
    const failed = (error: unknown) => this.#options.log(`stop task: ${String(error)}`)
    const subagent = this.#reader.subagentTurn(task)
    if (subagent !== null) return void this.#options.rpc.request('turn/interrupt', subagent).catch(failed)
    endCommands(this.#options, (item) => item === task).then(() => this.#settleBackground(), failed)
  }

  asked(id: RequestId, method: string, params: unknown): void {
    this.#cards.asked(id, method, params)
    this.#proceed()
  }

  heard(told: Notification): void {
    const { method, params } = told
    if (method === 'serverRequest/resolved') this.#cards.resolved(params.requestId)
    if (method === 'turn/completed' && params.turn.id === this.#reader.turn) this.#beforeEnd()
    if (method === 'error' && params.willRetry)
      this.#options.log(`the model was not reached: ${params.error.message}`)
    if (method === 'turn/started' && params.threadId === this.#options.thread) this.#begun()
    const before = this.#reader.background.length
    for (const heard of this.#reader.read(told)) {
      if ('fact' in heard && heard.fact.type === 'frame.started') {
        this.#accept(heard.fact.frame)
        this.#frames.read(heard.fact.frame)
      }
      this.#options.hear(heard)
    }
    if (this.#reader.background.length > before) void this.#settleBackground()
    if ((method as string) === 'thread/status/changed') this.#checkLostEnd(params)
    this.#proceed()
  }

  lineLost(): void {
    this.#lossy = true
  }

  brokenOff(): ProgramEvent[] {
    return this.#reader.brokenOff()
  }

  #begun(): void {
    this.#beginning = false
    this.#lossy = false
    const command = this.#command
    this.#command = null
    if (command !== null) this.#tell({ type: 'frame.started', frame: command.frame })
    if (this.#interrupt === 'asked')
      queueMicrotask(() => {
        this.#reader.ending('interrupted')
        void this.#stopTurn()
      })
  }

  /** Called before the end of the turn: withdraws its cards and takes back input that it has not read. */
  #beforeEnd(): void {
    this.#cards.withdrawAll()
    const unread = this.#frames.takeUnread()
    if (this.#interrupt !== 'no' && this.#reader.isInterrupted) this.#cancelFrames(unread)
    else for (const waiting of unread.toReversed()) this.#frames.putBack(waiting)
    this.#interrupt = 'no'
    this.#closedTurn = null
  }

  #cancelFrames(frames: readonly Prompt[]): void {
    for (const { frame } of frames) this.#tell({ type: 'frame.cancelled', frame })
  }

  #proceed(): void {
    if (this.#entering || this.#beginning) return
    if (this.#reader.turn === null) this.#enter(this.#frames.takeNext())
    else this.#joinTurn(this.#reader.turn)
  }

  #joinTurn(turn: string): void {
    const waits = this.#reader.usesTool || this.#cards.waiting
    if (this.#frames.interjects) {
      if (waits || this.#interrupt !== 'no') return
      this.#reader.ending('cut')
      this.#stopTurn().catch((error: unknown) => this.#options.log(`interject: ${String(error)}`))
      return
    }
    if (!waits || this.#closedTurn === turn || this.#interrupt !== 'no') return
    for (const prompt of this.#frames.takeSteered()) this.#steer(turn, prompt)
  }

  #steer(turn: string, prompt: Prompt): void {
    const { rpc, thread: threadId } = this.#options
    const params = { threadId, expectedTurnId: turn, ...this.#prompt(prompt) }
    rpc.request('turn/steer', params).then(
      () => this.#accept(prompt.frame),
      (error: unknown) => {
        if (!(error instanceof CodexRefusedError)) return
        // The turn has just ended or accepts no input.
        this.#accept(prompt.frame)
        this.#closedTurn = turn
        this.#frames.putBack(prompt)
        this.#proceed()
      },
    )
  }

  #enter(waiting: Prompt | null): void {
    if (waiting === null) return
    this.#accept(waiting.frame)
    this.#entering = true
    this.#request(waiting)
      .catch((error: unknown) => this.#refused(waiting, error))
      .finally(() => {
        this.#entering = false
        this.#proceed()
      })
  }

  #accept(frame: FrameId): void {
    if (this.#frames.take(frame)) this.#tell({ type: 'frame.accepted', frame })
  }

  async #request(waiting: Prompt): Promise<void> {
    const { rpc, thread: threadId } = this.#options
    if (waiting.how === 'note') {
      const shown = waiting.pictures.map((picture) => ({ type: 'input_image', image_url: urlOf(picture) }))
      const content = [{ type: 'input_text', text: waiting.text }, ...shown]
      const item = { type: 'message', id: noteId(waiting.frame), role: 'user', content }
      await rpc.request('thread/inject_items', { threadId, items: [item] })
      return this.#tell({ type: 'frame.started', frame: waiting.frame })
    }
    this.#beginning = true
    if (waiting.isFromUser && waiting.text.trim() === compactCommand) {
      this.#command = waiting
      await rpc.request('thread/compact/start', { threadId })
      return
    }
    const set = turnParams(this.#mode, this.#model, this.#effort)
    const params = { threadId, ...this.#prompt(waiting), ...set }
    await rpc.request('turn/start', params)
  }

  #prompt({ frame, text, pictures }: Prompt): { clientUserMessageId: string; input: readonly CodexInput[] } {
    const shown = pictures.map((picture) => ({ type: 'image', url: urlOf(picture) }) as const)
    return { clientUserMessageId: frame, input: [{ type: 'text', text, text_elements: [] }, ...shown] }
  }

  /** A rejected note would be lost silently, so Codex is ended; a rejected prompt fails its turn. */
  #refused({ frame, how }: Prompt, error: unknown): void {
    if (error instanceof DisconnectedError) return
    const detail = `Codex did not take the prompt: ${messageOf(error)}`
    if (how === 'note') return this.#options.end(detail)
    this.#beginning = false
    this.#command = null
    for (const heard of this.#reader.failed(detail, frame)) this.#options.hear(heard)
  }

  async #stopTurn(): Promise<void> {
    const { rpc, thread: threadId } = this.#options
    const { turn: turnId } = this.#reader
    if (turnId === null || this.#interrupt === 'sent') {
      if (this.#interrupt === 'no') this.#interrupt = 'asked'
      return
    }
    this.#interrupt = 'sent'
    try {
      await rpc.request('turn/interrupt', { threadId, turnId })
      // Codex leaves the commands of an interrupted turn running.
      const spared = this.#reader.background
      await endCommands(this.#options, (item) => !spared.includes(item))
    } catch (error) {
      // The turn has ended by itself.
      if (!(error instanceof CodexRefusedError)) throw error
    }
  }

  /** Codex sometimes doesn't report the end of a short command: ask which ones still run. */
  async #settleBackground(): Promise<void> {
    try {
      const running = (await runningCommands(this.#options)).map(({ itemId }) => itemId)
      for (const heard of this.#reader.settled(running)) this.#options.hear(heard)
    } catch (error) {
      this.#options.log(`background: ${String(error)}`)
    }
  }

  /** Idle with an open turn: its end was in a lost line. The request lets pending messages come first. */
  #checkLostEnd(params: unknown): void {
    const { threadId, status } = params as { threadId: string; status: { type: string } }
    if (!this.#lossy || status.type !== 'idle' || threadId !== this.#options.thread) return
    const turn = this.#reader.turn
    const look = (): void => {
      if (turn === null || this.#reader.turn !== turn) return
      this.#beforeEnd()
      const detail = 'The end of this answer was lost: Codex wrote a line that could not be read.'
      for (const heard of this.#reader.failed(detail, null)) this.#options.hear(heard)
      this.#proceed()
    }
    this.#options.rpc.request('thread/loaded/list', {}).then(look, () => undefined)
  }

  #tell(fact: ProgramFact): void {
    this.#options.hear({ fact })
  }
}

const urlOf = ({ type, data }: Picture): string => `data:${type};base64,${data}`
