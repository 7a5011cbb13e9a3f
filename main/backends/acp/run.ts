import type { FolderTrust } from '../../contract/api/model.ts'
import type { BackendOffer, Decision } from '../../ports/ports.ts'
import type { Configuration, Life, ProcessRun } from '../../adapters/processes/agent-family.ts'
import type { AgentProcess, Exit, ProcessStart } from '../../adapters/processes/agent-process.ts'
import { exitWords, refusalWords, type ProgramWords } from '../../adapters/processes/exit-words.ts'
import { folderProblem } from '../../adapters/processes/folder-problem.ts'
import type { Told } from '../../adapters/processes/heard.ts'
import { readAsked } from './asked.ts'
import { Cards } from './cards.ts'
import { endOf, type Stop } from './ending.ts'
import { connect, type Connection } from './connection.ts'
import { greet, type Greeting, type Opened } from './opening.ts'
import type { Profile } from './profile.ts'
import { abilitiesOf, openSession, setAnew, setAtStart } from './preparing.ts'
import type { Receipts } from './receipts.ts'
import { commandsIn, isAnswer, modelsIn, readError, UnusableError, type SessionEvents } from './session.ts'
import { SessionV2 } from './session-v2.ts'
import type { Json } from './shapes.ts'
import { spawnAgent } from './spawn.ts'
import { Talk } from './talk.ts'
import { effortsIn } from './wanted.ts'

/** A program that has not answered after this long, in ms, never will. */
const readyLimit = 60_000
/** How long a stop waits for the turn to end, and how long a quit for more of it, in ms. */
const [interruptLimit, silence] = [1000, 1000]
/** A turn that does not end so long after it was stopped, in ms, never will. */
const cancelLimit = 15_000

/** What its family gives to one life. */
export interface RunSettings {
  readonly profile: Profile
  readonly words: ProgramWords
  /** How the program is started, or why it cannot be, in words for a person. */
  prepare(trust: FolderTrust): ProcessStart | string
  /** How Janus's tools are reached, as the protocol tells it; fewer than two are had where they cannot be. */
  servers(greeting: Greeting): readonly object[]
  receipts(conversation: string): Receipts
  /** What the agent is told when a conversation begins. */
  readonly introduction: string
  revoke(): void
}

/** One life of one agent's program that speaks the Agent Client Protocol. */
export class AcpRun implements ProcessRun {
  readonly run: number
  readonly over: Promise<void>
  readonly #life: Life
  readonly #settings: RunSettings
  readonly #cards: Cards
  #talk: Talk | null = null
  /** What was written before there was somebody to talk to. */
  readonly #early: (() => void)[] = []
  #process: AgentProcess | null = null
  #connection: Connection | null = null
  #opened: Opened | null = null
  #stop: Stop = 'no'
  /** Why it cannot be used, in words for a person. */
  #problem = ''
  #isMute = true
  #wanted: Configuration | null = null
  /** Options that are being set; never rejects. */
  #setting: Promise<void> | null = null
  #offer: BackendOffer = { commands: [], models: [] }
  #turnOver: () => void = () => {}

  constructor(life: Life, settings: RunSettings) {
    this.run = life.run
    this.#life = life
    this.#settings = settings
    this.#cards = new Cards(life.launch.cwd, (fact) => this.#tell(fact))
    this.over = life.before.then(() => this.#live()).catch((error: unknown) => this.#fail(error))
  }

  write(...prompt: Parameters<ProcessRun['write']>): void {
    const go = (): void => this.#talk?.write(...prompt)
    if (this.#talk === null) this.#early.push(go)
    else if (this.#setting === null) go()
    // What was chosen before the words holds for them.
    else void this.#setting.then(go)
  }

  interrupt(): void {
    const process = this.#process
    this.#talk?.interrupt()
    if (process === null || this.#talk?.busy !== true) return
    const cancel = this.#life.clock.after(cancelLimit, () => {
      this.#stop = 'stuck'
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
    if (decision.kind === 'deny') this.#talk?.denied()
    this.#cards.decide(request, decision)
  }

  stop(turn: 'interrupt' | 'spare'): void {
    if (this.#stop !== 'no') return
    this.#stop = 'asked'
    const process = this.#process
    this.#talk?.close()
    if (process === null) return
    if (this.#talk?.busy !== true) return process.stop()
    // All of them stop their turn when their input ends: what they say first is still heard.
    if (turn === 'spare') return this.#cards.waiting ? process.terminate() : process.drain(silence)
    const cancel = this.#life.clock.after(interruptLimit, () => process.stop())
    this.#turnOver = () => {
      cancel()
      process.stop()
    }
    this.#talk.interrupt()
  }

  kill(): void {
    this.#stop = 'asked'
    this.#process?.kill()
  }

  async #live(): Promise<void> {
    const gone = await folderProblem(this.#life.launch.cwd)
    if (gone !== null) return this.#tell({ type: 'process.refused', why: 'folder', detail: gone })
    const trust = await this.#askTrust()
    this.#tell({ type: 'folder.looked', trust })
    if (this.#stop === 'asked')
      return this.#tell({ type: 'process.exited', detail: exitWords(this.#settings.words, null, '', true) })
    const start = this.#settings.prepare(trust)
    if (typeof start === 'string')
      return this.#tell({ type: 'process.refused', why: 'backend', detail: start })
    const process = this.#spawn(start)
    const exited = process.exited
    await Promise.race([this.#begin(process), exited])
    const exit = await exited
    this.#connection?.close()
    this.#settings.revoke()
    this.#ended(exit)
  }

  /** What cannot be told is not trusted. */
  #askTrust(): Promise<FolderTrust> {
    return this.#life.trust(this.#life.launch.cwd).catch((error: unknown) => {
      this.#log(`trust: ${String(error)}`)
      return 'ask'
    })
  }

  #spawn(start: ProcessStart): AgentProcess {
    const { marker, clock } = this.#life
    const process = spawnAgent(start, marker, clock, (line) => this.#log(line))
    this.#process = process
    if (process.record !== null) this.#tell({ type: 'process.spawned', process: process.record })
    return process
  }

  async #begin(process: AgentProcess): Promise<void> {
    const cancel = this.#life.clock.after(readyLimit, () => {
      this.#stop = 'late'
      process.kill()
    })
    try {
      await this.#open(process)
    } catch (error) {
      const { words } = readError(error)
      const isKnown = error instanceof UnusableError || isAnswer(error)
      if (this.#stop === 'no' && isKnown) this.#problem = words
      this.#log(`opening: ${words}`)
      process.stop()
    } finally {
      cancel()
    }
  }

  async #open(process: AgentProcess): Promise<void> {
    const { launch } = this.#life
    const { profile } = this.#settings
    const connection = connect(process.face, {
      update: (update) => this.#heardUpdate(update),
      permission: (request) => this.#permission(request),
      drain: () => this.#talk?.drain() ?? [],
    })
    this.#connection = connection
    const greeting = await greet(connection)
    this.#isMute = false
    const systemPrompt = greeting.systemPrompt ? this.#settings.introduction : ''
    const opening = { cwd: launch.cwd, mcpServers: this.#settings.servers(greeting), systemPrompt }
    const { opened, isLost, isNew } = await openSession({
      connection,
      greeting,
      opening,
      launch,
      profile,
      events: this.#events(),
      mayBegin: () => this.#stop === 'no',
      log: (line) => this.#log(line),
    })
    const { id } = opened.session
    const receipts = this.#settings.receipts(id)
    receipts.trim()
    const fold = profile.kind === 'other' && greeting.steers ? 'steer' : profile.fold
    // One that was taken up, or copied from another agent's, was never told who it is here.
    const isTold = greeting.systemPrompt || (!isNew && receipts.isBegun)
    const talk = new Talk({
      cards: this.#cards,
      receipts,
      introduction: isTold ? '' : this.#settings.introduction,
      profile: { ...profile, fold },
      hear: (heard) => {
        this.#life.hear(heard)
        if ('fact' in heard && heard.fact.type === 'turn.ended') this.#turnOver()
      },
      log: (line) => this.#log(line),
    })
    this.#opened = opened
    await setAtStart((line) => this.#log(line), opened, profile, launch)
    if (id !== launch.conversation) this.#tell({ type: 'conversation.changed', conversation: id })
    const commands = commandsIn(opened.told)
    this.#offerAnew({
      commands: commands.length > 0 ? commands : this.#offer.commands,
      models: modelsIn(opened.settings),
    })
    const abilities = {
      ...abilitiesOf(profile, greeting, fold, launch.permissionMode),
      efforts: effortsIn(opened.settings),
    }
    this.#tell({ type: 'process.ready', abilities, historyLost: isLost })
    this.#talk = talk
    talk.open(opened.session)
    await this.#applyWanted()
    for (const write of this.#early.splice(0)) write()
  }

  async #applyWanted(): Promise<void> {
    const wanted = this.#wanted
    this.#wanted = null
    if (wanted === null || this.#opened === null) return
    await setAnew((line) => this.#log(line), this.#opened, this.#settings.profile, wanted)
  }

  #events(): SessionEvents {
    return {
      update: (update) => this.#talk?.update(update),
      permission: (call, options) => this.#talk?.permission(call, options) ?? Promise.resolve(null),
      taken: (frame, id) => this.#talk?.taken(frame, id),
      ended: (end) => this.#talk?.ended(end),
      drain: () => this.#talk?.drain() ?? [],
    }
  }

  /** What comes before there is a talk is a replay: nobody has to hear it twice. */
  #heardUpdate(update: Json): void {
    if (update['sessionUpdate'] === 'available_commands_update')
      this.#offerAnew({ ...this.#offer, commands: commandsIn(update) })
    this.#talk?.update(update)
    const session = this.#opened?.session
    if (session instanceof SessionV2) session.hear(update)
  }

  async #permission(request: Json): Promise<object> {
    const { call, options } = readAsked(request)
    const choice = (await this.#talk?.permission(call, options)) ?? null
    return { outcome: choice === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: choice } }
  }

  #offerAnew(offer: BackendOffer): void {
    this.#offer = offer
    if (this.#opened !== null) this.#life.offered(offer)
  }

  #ended(exit: Exit): void {
    const { words, profile } = this.#settings
    const isMute = this.#isMute && profile.kind === 'other'
    const stderr = this.#process?.stderr.words() ?? ''
    this.#process = null
    this.#turnOver()
    this.#talk?.brokenOff()
    this.#cards.withdraw()
    this.#tell(endOf(words, exit, { stderr, isMute, stop: this.#stop, problem: this.#problem }))
  }

  #fail(error: unknown): void {
    this.#log(`run failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    const detail = refusalWords(this.#settings.words, String(error))
    this.#tell({ type: 'process.refused', why: 'backend', detail })
  }

  #tell(fact: Told): void {
    this.#life.hear({ fact })
  }

  #log(line: string): void {
    this.#life.log(line)
  }
}
