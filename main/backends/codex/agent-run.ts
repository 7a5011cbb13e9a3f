import type { FolderTrust } from '../../contract/api/model.ts'
import type { Decision } from '../../ports/ports.ts'
import type { Configuration, RunOptions, Prompt } from '../../adapters/processes/agent-family.ts'
import { newMark, type ProgramProcess, type Exit } from '../../adapters/processes/agent-process.ts'
import { startFailureWords } from '../../adapters/processes/exit-words.ts'
import { launchProblem } from '../../adapters/processes/launch-problem.ts'
import { ProgramRun } from '../../adapters/processes/program-run.ts'
import { Conversing } from './conversing.ts'
import { enterConversation, listModels, ownEffort, ownModel, skillsOfFolder } from './conversation.ts'
import { threadParams, type CodexLaunchSettings } from './launch.ts'
import { abilities, commands, readCodexModels, usualCodexModels, readCodexPlan } from './offer.ts'
import type { Notification, RateLimitSnapshot, RequestId } from './protocol.ts'
import { DisconnectedError, isCodexMessage, CodexRefusedError, Rpc, shakeHands } from './rpc.ts'
import { messageOf } from '../../adapters/folder/errors.ts'

const words = {
  name: 'Codex',
  program: 'The Codex CLI',
  update: 'Update it: npm install -g @openai/codex',
}

interface RunSettings {
  readonly path: string | null
  /** Creates the agent's identity and the rest of its launch; `mark` (`NAME=value`) is in its environment. */
  prepare(mark: string): Omit<CodexLaunchSettings, 'trust' | 'folderSkills'> & {
    readonly environment: Readonly<Record<string, string>>
  }
  isReady(): void
}

/** One run of an agent's Codex, until the last process of its group has ended. */
export class CodexRun extends ProgramRun {
  readonly #settings: RunSettings
  #rpc: Rpc | null = null
  #conversing: Conversing | null = null
  #failure = ''
  #wanted: Configuration | null = null

  constructor(life: RunOptions, settings: RunSettings) {
    super(life, words)
    this.#settings = settings
  }

  write(prompt: Prompt): void {
    this.#conversing?.write(prompt)
  }

  interrupt(): void {
    this.#conversing?.interrupt().catch((error: unknown) => this.log(`interrupt: ${String(error)}`))
  }

  stopTask(task: string): void {
    this.#conversing?.stopTask(task)
  }

  configure(to: Configuration): void {
    this.#wanted = to
    this.#conversing?.configure(to)
  }

  decide(request: string, decision: Decision): void {
    this.#conversing?.decide(request, decision)
  }

  /** Codex cuts off a turn when its input ends, so a spared one gets only a signal. */
  protected end(process: ProgramProcess, turn: 'interrupt' | 'spare'): void {
    if (this.#conversing?.busy !== true) return process.stop()
    if (turn === 'spare') return process.terminate()
    this.endAfter(process, this.#conversing.interrupt())
  }

  protected async live(): Promise<void> {
    const { launch } = this.life
    if (!(await this.mayBegin(launchProblem(launch)))) return
    const { path } = this.#settings
    if (path === null) return this.refuse('backend', notFound)
    const trust = await this.lookAtFolder()
    if (this.stopping === 'asked') return this.tellStopped()
    await this.#runProcess(path, trust)
  }

  async #runProcess(path: string, trust: FolderTrust): Promise<void> {
    const mark = newMark(this.life.marker)
    const { environment, ...settings } = this.#settings.prepare(mark)
    const start = {
      command: path,
      args: ['app-server'],
      cwd: this.life.launch.cwd,
      env: environment,
      isMessage: isCodexMessage,
    }
    const process = this.startProcess(start, mark, () => this.#conversing?.lineLost())
    const rpc = new Rpc(process.face.stdout, process.face.stdin, {
      notified: (method, params) => this.#notified(method, params),
      asked: (id, method, params) => this.#asked(id, method, params),
    })
    this.#rpc = rpc
    this.#begin(rpc, { ...settings, trust }).catch((error: unknown) => {
      // The connection is lost because the process has ended; its exit is reported instead.
      if (error instanceof DisconnectedError) return
      this.#failure = messageOf(error)
      process.stop()
    })
    const exit = await process.exited
    this.life.revoke()
    await rpc.ended
    this.#ended(exit, process.stderr.words())
  }

  async #begin(rpc: Rpc, settings: Omit<CodexLaunchSettings, 'folderSkills'>): Promise<void> {
    const { launch, log, hear } = this.life
    const cancel = this.limitSilence()
    try {
      await shakeHands(rpc)
      const folderSkills = settings.trust === 'trusted' ? [] : await skillsOfFolder(rpc, launch.cwd)
      const own = launch.model === null ? null : await ownModel(rpc)
      // A resumed thread keeps its last effort, so Codex's default has to be sent explicitly.
      const effort = launch.effort !== null || launch.conversed ? await ownEffort(rpc) : null
      const params = threadParams(launch, { ...settings, folderSkills })
      const entered = await enterConversation(rpc, launch.conversation, launch.conversed, params, log)
      if (entered.thread !== launch.conversation)
        this.tell({ type: 'conversation.changed', conversation: entered.thread })
      this.#conversing = new Conversing({
        rpc,
        launch,
        log,
        hear,
        thread: entered.thread,
        model: own ?? entered.model,
        effort,
        end: (why) => this.#giveUp(why),
      })
      if (this.#wanted !== null) this.#conversing.configure(this.#wanted)
      this.life.offered({ commands, models: usualCodexModels })
      this.tell({ type: 'process.ready', abilities, historyLost: entered.lost })
    } finally {
      cancel()
    }
    this.#settings.isReady()
    await this.#offerModels(rpc)
    await this.#readPlan(rpc)
  }

  /** Accounts with an API key have no plan. */
  async #readPlan(rpc: Rpc): Promise<void> {
    try {
      const { rateLimits } = await rpc.request<{ rateLimits: RateLimitSnapshot }>(
        'account/rateLimits/read',
        {},
      )
      this.#limited(rateLimits)
    } catch (error) {
      if (!(error instanceof DisconnectedError) && !(error instanceof CodexRefusedError))
        this.log(`plan: ${String(error)}`)
    }
  }

  #limited(rateLimits: RateLimitSnapshot): void {
    const limits = readCodexPlan(rateLimits)
    if (limits.length > 0) this.life.limited(limits)
  }

  async #offerModels(rpc: Rpc): Promise<void> {
    try {
      this.life.offered({ commands, models: readCodexModels(await listModels(rpc)) })
    } catch (error) {
      if (!(error instanceof DisconnectedError)) this.log(`models: ${String(error)}`)
    }
  }

  #notified(method: string, params: unknown): void {
    if (method === 'warning' || method === 'configWarning') {
      const { message, summary } = params as { readonly message?: string; readonly summary?: string }
      return this.log(`Codex warns: ${(message ?? summary ?? '').slice(0, 500)}`)
    }
    if (method === 'account/rateLimits/updated')
      return this.#limited((params as { readonly rateLimits: RateLimitSnapshot }).rateLimits)
    this.#conversing?.heard({ method, params } as Notification)
  }

  #asked(id: RequestId, method: string, params: unknown): void {
    if (this.#conversing === null) this.#rpc?.refuse(id, 'Janus is not ready.')
    else this.#conversing.asked(id, method, params)
  }

  #giveUp(why: string): void {
    this.#failure = why
    this.process?.stop()
  }

  #ended(exit: Exit, stderr: string): void {
    for (const heard of this.#conversing?.brokenOff() ?? []) this.life.hear(heard)
    this.process = null
    if (exit.kind === 'unstarted') return this.refuse('backend', startFailureWords(words, exit.error.message))
    const isOwn = this.#failure !== '' && this.stopping !== 'asked'
    const detail = isOwn ? `Codex stopped: ${this.#failure}` : this.endWords(exit, stderr)
    this.tell({ type: 'process.exited', detail })
  }
}

const notFound =
  'The Codex CLI was not found. Install it (npm install -g @openai/codex), or choose one in the settings.'
