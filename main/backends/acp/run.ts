import { foldersOf, type FolderTrust } from '../../contract/api/model.ts'
import type { BackendOffer, Decision } from '../../ports/ports.ts'
import type { Configuration, RunOptions, Prompt } from '../../adapters/processes/agent-family.ts'
import {
  newMark,
  type ProgramProcess,
  type Exit,
  type ProcessStart,
} from '../../adapters/processes/agent-process.ts'
import type { ProgramWords } from '../../adapters/processes/exit-words.ts'
import { ProgramRun } from '../../adapters/processes/program-run.ts'
import { readAsked } from './calls.ts'
import { AcpCards } from './cards.ts'
import { acpTurnEnd, signedOut } from './outcome.ts'
import { connectAcp, isAcpMessage, type AcpConnection } from './connection.ts'
import { greet, type Greeting, type OpenedSession } from './opening.ts'
import type { Profile } from './profile.ts'
import { acpAbilities, steeringOf, openSession, setAgain, setAtStart, effortsIn } from './preparing.ts'
import type { Receipts } from './receipts.ts'
import { commandsIn, isErrorAnswer, modelsIn, readError, UnusableError } from './session.ts'
import { SessionV2 } from './sessions.ts'
import type { Json } from '../../adapters/processes/json.ts'
import { Talk } from './talk.ts'

/** Milliseconds of silence after which a quit no longer waits for the running turn. */
const silence = 1000
/** Milliseconds after which a canceled turn that has not ended is considered stuck. */
const cancelLimit = 15_000

/** Milliseconds. */
const closeLimit = 1000

export interface AcpRunSettings {
  readonly profile: Profile
  readonly words: ProgramWords
  /** Returns how to start the program, or a message for the user if it can't be started. */
  prepare(trust: FolderTrust): ProcessStart | string
  /** The tool servers in the protocol's form; empty if the agent can't reach them. */
  servers(greeting: Greeting): readonly object[]
  receipts(conversation: string): Receipts
  readonly introduction: string
}

export class AcpRun extends ProgramRun {
  readonly #settings: AcpRunSettings
  readonly #cards: AcpCards
  #talk: Talk | null = null
  readonly #early: (() => void)[] = []
  #connection: AcpConnection | null = null
  #opened: OpenedSession | null = null
  #problem = ''
  #isMute = true
  #greeting: Greeting | null = null
  #wanted: Configuration | null = null
  /** Options that are being set; never rejects. */
  #setting: Promise<void> | null = null
  #offer: BackendOffer = { commands: [], models: [] }
  #turnOver: () => void = () => {}

  constructor(life: RunOptions, settings: AcpRunSettings) {
    super(life, settings.words)
    this.#settings = settings
    this.#cards = new AcpCards(life.launch.cwd, (fact) => this.tell(fact))
  }

  write(prompt: Prompt): void {
    const go = (): void => this.#talk?.write(prompt)
    if (this.#talk === null) this.#early.push(go)
    else if (this.#setting === null) go()
    // Options chosen before this prompt apply to it.
    else void this.#setting.then(go)
  }

  interrupt(): void {
    const process = this.process
    this.#talk?.interrupt()
    if (process === null || this.#talk?.busy !== true) return
    const cancel = this.life.clock.after(cancelLimit, () => {
      this.stopping = 'stuck'
      process.kill()
    })
    this.#turnOver = cancel
  }

  configure(to: Configuration): void {
    this.#wanted = to
    if (this.#opened === null) return
    const setting = (this.#setting ?? Promise.resolve())
      .then(() => this.#applyWanted())
      .then(() => {
        if (this.#setting === setting) this.#setting = null
      })
    this.#setting = setting
  }

  decide(request: string, decision: Decision): void {
    if (this.#cards.decide(request, decision) === 'permission' && decision.kind === 'deny')
      this.#talk?.denied()
  }

  protected end(process: ProgramProcess, turn: 'interrupt' | 'spare'): void {
    this.#talk?.close()
    if (this.#talk?.busy !== true) return this.#closeSession(process)
    // These agents stop their turn when their input ends; their last output is still read.
    if (turn === 'spare') return this.#cards.waiting ? process.terminate() : process.drain(silence)
    this.endAfter(process, new Promise<void>((resolve) => (this.#turnOver = resolve)))
    this.#talk.interrupt()
  }

  /** Ends the process even if it doesn't answer the close request in time. */
  #closeSession(process: ProgramProcess): void {
    const sessionId = this.#opened?.session.id
    if (this.#greeting?.closes !== true || sessionId === undefined) return process.stop()
    const cancel = this.life.clock.after(closeLimit, () => process.stop())
    const over = (): void => {
      cancel()
      process.stop()
    }
    this.#connection?.request('session/close', { sessionId }).then(over, over)
  }

  protected async live(): Promise<void> {
    if (!(await this.mayBegin())) return
    const trust = await this.lookAtFolder()
    if (this.stopping === 'asked') return this.tellStopped()
    const start = this.#settings.prepare(trust)
    if (typeof start === 'string') return this.refuse('backend', start)
    const process = this.startProcess({ ...start, isMessage: isAcpMessage }, newMark(this.life.marker))
    const exited = process.exited
    await Promise.race([this.#begin(process), exited])
    const exit = await exited
    this.#connection?.close()
    this.life.revoke()
    this.#ended(exit)
  }

  async #begin(process: ProgramProcess): Promise<void> {
    const cancel = this.limitSilence()
    try {
      await this.#open(process)
    } catch (error) {
      const { words, code } = readError(error)
      const isKnown = error instanceof UnusableError || isErrorAnswer(error)
      if (this.stopping === 'no' && isKnown)
        this.#problem = words + (code === signedOut ? this.#signInWords() : '')
      this.log(`opening: ${words}`)
      process.stop()
    } finally {
      cancel()
    }
  }

  /** How to sign in to a user's own program; for the known kinds the installation check says it. */
  #signInWords(): string {
    const { program } = this.life.launch
    const signIn = this.#greeting?.signIn ?? null
    if (signIn === null || program === null) return ''
    const { isWhole, words } = signIn
    const line = [...(isWhole ? [] : [program]), ...words].join(' ')
    return `. To sign in, run \`${line}\` in a terminal, then restart it.`
  }

  async #open(process: ProgramProcess): Promise<void> {
    const { launch } = this.life
    const { profile } = this.#settings
    const connection = connectAcp(process.face, {
      update: (update) => this.#heardUpdate(update),
      permission: (request) => this.#permission(request),
      elicitation: async (...asked) => (await this.#talk?.elicitation(...asked)) ?? { action: 'cancel' },
      drain: () => this.#talk?.drain() ?? [],
    })
    this.#connection = connection
    const greeting = await greet(connection)
    this.#greeting = greeting
    this.#isMute = false
    const systemPrompt = greeting.systemPrompt ? this.#settings.introduction : ''
    const folders = greeting.folders ? foldersOf(launch.allowed) : []
    const place = {
      cwd: launch.cwd,
      mcpServers: this.#settings.servers(greeting),
      ...(folders.length > 0 && { additionalDirectories: folders }),
    }
    const opening = { place, systemPrompt }
    const { opened, isLost, isNew } = await openSession({
      connection,
      greeting,
      opening,
      launch,
      profile,
      events: {
        taken: (frame, id) => this.#talk?.taken(frame, id),
        ended: (end) => this.#talk?.ended(end),
      },
      mayBegin: () => this.stopping === 'no',
      log: (line) => this.log(line),
    })
    const { id } = opened.session
    const receipts = this.#settings.receipts(id)
    receipts.trim()
    const steering = steeringOf(profile, greeting)
    // A resumed or forked conversation without receipts has never got the introduction.
    const isTold = greeting.systemPrompt || (!isNew && receipts.isBegun)
    const talk = new Talk({
      cards: this.#cards,
      receipts,
      introduction: isTold ? '' : this.#settings.introduction,
      profile: { ...profile, steering },
      hear: (heard) => {
        this.life.hear(heard)
        if ('fact' in heard && heard.fact.type === 'turn.ended') this.#turnOver()
      },
      log: (line) => this.log(line),
    })
    this.#opened = opened
    await setAtStart((line) => this.log(line), opened, profile, launch)
    if (id !== launch.conversation) this.tell({ type: 'conversation.changed', conversation: id })
    const commands = commandsIn(opened.told)
    this.#offerAgain({
      commands: commands.length > 0 ? commands : this.#offer.commands,
      models: modelsIn(opened.settings),
    })
    const abilities = {
      ...acpAbilities(profile, greeting, launch.permissionMode),
      efforts: effortsIn(opened.settings),
    }
    this.tell({ type: 'process.ready', abilities, historyLost: isLost })
    this.#talk = talk
    talk.open(opened.session)
    await this.#applyWanted()
    for (const write of this.#early.splice(0)) write()
  }

  async #applyWanted(): Promise<void> {
    const wanted = this.#wanted
    this.#wanted = null
    if (wanted === null || this.#opened === null) return
    await setAgain((line) => this.log(line), this.#opened, this.#settings.profile, wanted)
  }

  /** Updates before the talk exists are a replay and already known. */
  #heardUpdate(update: Json): void {
    if (update['sessionUpdate'] === 'available_commands_update')
      this.#offerAgain({ ...this.#offer, commands: commandsIn(update) })
    this.#talk?.update(update)
    const session = this.#opened?.session
    if (session instanceof SessionV2) session.hear(update)
  }

  async #permission(request: Json): Promise<object> {
    const { call, options } = readAsked(request)
    const choice = (await this.#talk?.permission(call, options)) ?? null
    return { outcome: choice === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: choice } }
  }

  #offerAgain(offer: BackendOffer): void {
    this.#offer = offer
    if (this.#opened !== null) this.life.offered(offer)
  }

  #ended(exit: Exit): void {
    const { profile } = this.#settings
    const isMute = this.#isMute && profile.kind === 'other'
    const stderr = this.process?.stderr.words() ?? ''
    this.process = null
    this.#turnOver()
    this.#talk?.brokenOff()
    this.#cards.withdraw()
    this.tell(acpTurnEnd(this.words, exit, { stderr, isMute, stop: this.stopping, problem: this.#problem }))
  }
}
