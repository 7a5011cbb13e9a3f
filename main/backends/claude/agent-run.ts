import { randomUUID } from 'node:crypto'
import type { Options, Query, SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'
import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import type { FolderTrust, FrameId } from '../../contract/api/model.ts'
import type { BackendOffer, Decision } from '../../ports/ports.ts'
import { readAside, readCommands, readClaudeModels, type SideReport } from './offer.ts'
import { ClaudeCards } from './cards.ts'
import {
  markVariable,
  newMark,
  type ProgramProcess,
  type Exit,
} from '../../adapters/processes/agent-process.ts'
import { startFailureWords } from '../../adapters/processes/exit-words.ts'
import { launchProblem } from '../../adapters/processes/launch-problem.ts'
import { editHook } from './edit-hook.ts'
import { chooseEntrance } from './conversation.ts'
import { Inbox, toMessage } from './inbox.ts'
import { notInstalled } from './installation.ts'
import {
  conversationProblem,
  effortOf,
  launchOptions,
  noThinking,
  type SessionStart,
  type ClaudeRunSettings,
} from './options.ts'
import type {
  Configuration,
  RunOptions,
  ProcessRun,
  ProgramFact,
  Prompt,
} from '../../adapters/processes/agent-family.ts'
import { ProgramRun } from '../../adapters/processes/program-run.ts'
import { StreamReader } from './stream.ts'
import { readTaskOutput, stopClaudeTask } from './background.ts'
import type { FileUndo } from '../../contract/folders/conversations.ts'
import { messageOf } from '../../adapters/folder/errors.ts'

const words = {
  name: 'Claude',
  program: 'The Claude CLI',
  update: 'Update it, or choose another in the settings.',
}

/** Milliseconds of silence after which a quit no longer waits for a turn. */
const silence = 1000

/** One run of an agent's CLI, until the last process of its group has ended. */
export class AgentRun extends ProgramRun {
  readonly #settings: ClaudeRunSettings
  readonly #cards: ClaudeCards
  /** Interjections that wait for running tools: the CLI would kill some tools and withdraw cards. */
  readonly #urgent: SDKUserMessage[] = []
  #inbox = new Inbox()
  #reader: StreamReader
  #query: Query | null = null
  #historyLost = false
  #trust: FolderTrust = 'ask'
  #program: string | null = null
  readonly #configuring: Configuring
  #ready = false
  #offer: BackendOffer = { commands: [], models: [] }

  constructor(life: RunOptions, settings: ClaudeRunSettings) {
    super(life, words)
    const { launch } = life
    this.#settings = settings
    this.#cards = new ClaudeCards(launch.cwd, (fact) => this.tell(fact))
    this.#reader = new StreamReader(launch.conversation)
    this.#configuring = new Configuring(launch.effort, (line) => this.log(line))
  }

  write(prompt: Prompt): void {
    const { frame, how } = prompt
    const message = toMessage(prompt)
    this.#reader.wrote(frame, how)
    if (how === 'interject') this.#urgent.push(message)
    else this.#inbox.put(message)
    this.#releaseUrgent()
  }

  interrupt(): void {
    for (const { uuid: frame } of [...this.#urgent.splice(0), ...this.#inbox.takeBack()]) {
      if (frame === undefined) continue
      this.#reader.tookBack(frame)
      this.tell({ type: 'frame.cancelled', frame })
    }
    this.#interrupted().catch((error: unknown) => this.log(`interrupt: ${String(error)}`))
  }

  configure(to: Configuration): void {
    this.#configuring.want(to)
    if (this.#ready) this.#applyWanted()
  }

  readonly stopTask = (task: string) =>
    stopClaudeTask(this.#query, this.#reader.taskOf(task), (line) => this.log(line))

  readonly taskOutput = (task: string) => readTaskOutput(this.#query, task)

  readonly undoFiles: NonNullable<ProcessRun['undoFiles']> = (frame, how) =>
    undoFiles(this.#ready ? this.#query : null, frame, how)

  decide(request: string, decision: Decision): void {
    this.#cards.decide(request, decision)
  }

  /** A spared turn that still produces output gets the grace period to end by itself. */
  protected end(process: ProgramProcess, turn: 'interrupt' | 'spare'): void {
    // Closing the input would answer the user's card with an error, and the turn would continue with that.
    if (turn === 'spare' && this.#cards.waiting) return process.terminate()
    if (!this.#reader.busy) return process.stop()
    if (turn === 'spare') return process.drain(silence)
    this.endAfter(process, this.#interrupted())
  }

  protected async live(): Promise<void> {
    const { configFolder } = this.#settings
    this.#program = await this.#settings.program()
    const wrong =
      conversationProblem(this.life.launch) ??
      launchProblem(this.life.launch) ??
      (this.#program === null ? notInstalled : null)
    if (!(await this.mayBegin(wrong))) return
    this.#trust = await this.lookAtFolder()
    const entrance = await chooseEntrance(configFolder, this.life.launch)
    this.#historyLost = entrance.lost
    const end = await this.#runProcess(entrance)
    // The file looked valid but the CLI rejects it: start a new conversation rather than none.
    if (end === 'unknown_conversation') {
      this.#historyLost = this.life.launch.conversed
      await this.#runProcess({ how: 'begin', conversation: randomUUID() })
    }
  }

  async #runProcess(entrance: SessionStart): Promise<'over' | 'unknown_conversation'> {
    // Loaded with the first agent: it takes more memory than all other packages together.
    const { query } = await import('@anthropic-ai/claude-agent-sdk')
    if (this.stopping === 'asked') {
      this.tellStopped()
      return 'over'
    }
    if (entrance.conversation !== this.life.launch.conversation)
      this.tell({ type: 'conversation.changed', conversation: entrance.conversation })
    this.#reader = new StreamReader(entrance.conversation)
    let failure = ''
    try {
      this.#query = query({ prompt: this.#inbox, options: this.#options(entrance) })
      await this.#listen(this.#query)
    } catch (error) {
      failure = messageOf(error)
    }
    return this.#ended(await this.#close(), failure, entrance)
  }

  #options(entrance: SessionStart): Options {
    const settings = this.#settings.prepare()
    const mark = newMark(this.life.marker)
    const options = launchOptions(this.life.launch, entrance, {
      ...settings,
      // Always named: the SDK's default lies inside the packed app's archive and can't be started.
      cliPath: this.#program,
      trust: this.#trust,
      environment: { ...settings.environment, ...markVariable(mark) },
    })
    const { beforeEdit } = this.#settings
    return {
      ...options,
      ...(beforeEdit ? { hooks: editHook((path) => beforeEdit(this.life.agent, [path])) } : {}),
      canUseTool: this.#cards.ask,
      onElicitation: this.#cards.fill,
      spawnClaudeCodeProcess: (spawn) => this.startProcess(spawn, mark, () => this.#reader.lineLost()).face,
    }
  }

  async #listen(running: Query): Promise<void> {
    const cancel = this.limitSilence()
    running.initializationResult().then(
      ({ commands, models }) => {
        cancel()
        this.#ready = true
        this.#applyWanted()
        this.#offerAgain({ commands: readCommands(commands), models: readClaudeModels(models) })
        this.tell({
          type: 'process.ready',
          abilities: expectedAbilities.claude,
          historyLost: this.#historyLost,
        })
        askContext(this.#query, this.#reader, this.life)
      },
      () => cancel(),
    )
    for await (const message of running) {
      this.#hearAside(readAside(message))
      for (const heard of this.#reader.read(message)) this.life.hear(heard)
      if (message.type === 'result' && this.#reader.asksForContext)
        askContext(this.#query, this.#reader, this.life)
      this.#releaseUrgent()
    }
  }

  #releaseUrgent(): void {
    if (this.#reader.usesTool || this.#cards.waiting) return
    for (const message of this.#urgent.splice(0)) this.#inbox.put(message)
  }

  #hearAside(aside: SideReport | null): void {
    if (aside?.kind === 'line') this.log(aside.line)
    if (aside?.kind === 'limits' && aside.limits.length > 0) this.life.limited(aside.limits)
    if (aside?.kind === 'commands') this.#offerAgain({ ...this.#offer, commands: aside.commands })
  }

  #offerAgain(offer: BackendOffer): void {
    this.#offer = offer
    this.life.offered(offer)
  }

  async #close(): Promise<Exit | null> {
    const process = this.process
    process?.stop()
    const exit = (await process?.exited) ?? null
    this.#query?.close()
    this.#query = null
    this.life.revoke()
    return exit
  }

  #ended(exit: Exit | null, failure: string, entrance: SessionStart): 'over' | 'unknown_conversation' {
    const stderr = this.process?.stderr.words() ?? ''
    this.process = null
    for (const heard of this.#reader.brokenOff()) this.life.hear(heard)
    const unknown = entrance.how === 'resume' && !this.#ready && /no conversation found/i.test(stderr)
    if (unknown && this.stopping === 'no') return 'unknown_conversation'
    this.#inbox.close()
    if (exit === null || exit.kind === 'unstarted')
      return this.#endRun({
        type: 'process.refused',
        why: 'backend',
        detail: startFailureWords(words, exit?.error.message ?? failure),
      })
    // The SDK's own message about an exit adds nothing.
    const said = stderr || (failure.startsWith('Claude Code process') ? '' : failure)
    return this.#endRun({ type: 'process.exited', detail: this.endWords(exit, said) })
  }

  #applyWanted(): void {
    // Another model may have another context size.
    if (this.#configuring.apply(this.#query)) askContext(this.#query, this.#reader, this.life)
  }

  async #interrupted(): Promise<void> {
    this.#reader.interrupted()
    await interruptAll(this.#query, this.#inbox)
  }

  #endRun(fact: ProgramFact): 'over' {
    this.tell(fact)
    return 'over'
  }
}

/** Missing in the SDK's types. */
interface Interruptible {
  interrupt(options: { cancelQueued: boolean }): Promise<unknown>
}

async function interruptAll(running: Query | null, inbox: Inbox): Promise<void> {
  const answered = (running as Interruptible | null)?.interrupt({ cancelQueued: true })
  if (answered === undefined) return
  // A prompt sent before the answer would be dropped and also keep the interrupt from reaching a running
  // tool.
  inbox.hold(answered)
  await answered
}

/** Asks a CLI how full its context is; no model call is needed. No answer counts as unknown. */
function askContext(
  running: Query | null,
  reader: Pick<StreamReader, 'contextTold'>,
  life: Pick<RunOptions, 'hear'>,
): void {
  running?.getContextUsage({ detail: 'summary' }).then(
    ({ totalTokens, maxTokens }) => {
      for (const heard of reader.contextTold(totalTokens, maxTokens)) life.hear(heard)
    },
    () => undefined,
  )
}

function undoProblem(said = ''): string {
  return /no file checkpoint/i.test(said)
    ? 'Nothing is kept of how the files were then: that turn is of another conversation, or older than this ability.'
    : said || 'The Claude CLI gave no reason.'
}

/** Finds the files that tools have changed since a prompt; with `do` it also restores them. */
async function undoFiles(running: Query | null, frame: FrameId, how: 'look' | 'do'): Promise<FileUndo> {
  if (running === null) throw new Error('Its process does not run.')
  const looked = await running.rewindFiles(frame, { dryRun: true })
  if (!looked.canRewind) throw new Error(undoProblem(looked.error))
  const { filesChanged: files = [], insertions: added = 0, deletions: removed = 0 } = looked
  const found = { files, lines: { added, removed } }
  if (how === 'look' || files.length === 0) return { ...found, isDone: false }
  const done = await running.rewindFiles(frame)
  if (!done.canRewind) throw new Error(undoProblem(done.error))
  const skipped = done.skippedLinks ?? 0
  if (skipped > 0)
    throw new Error(
      `${String(skipped)} of the files are links by now, and were left as they are. The others are as they were.`,
    )
  return { ...found, isDone: true }
}

class Configuring {
  #wanted: Configuration | null = null
  #effort: string | null
  #isOff = false
  readonly #log: (line: string) => void

  constructor(effort: string | null, log: (line: string) => void) {
    this.#effort = effort
    this.#log = log
  }

  want(to: Configuration): void {
    this.#wanted = to
  }

  /** Sends the wanted configuration once, for the next model request. Returns false if none was wanted. */
  apply(query: Query | null): boolean {
    const isAgain = this.#wanted !== null
    if (query !== null) this.#tell(query)
    return isAgain
  }

  #tell(query: Query): void {
    const note = (error: unknown): void => this.#log(`configure: ${String(error)}`)
    if (this.#wanted !== null) this.#change(query, this.#wanted, note)
    this.#wanted = null
    // Not as a launch option, which would apply to the whole process.
    const isOff = this.#effort === noThinking
    if (isOff !== this.#isOff) query.setMaxThinkingTokens(isOff ? 0 : null).catch(note)
    this.#isOff = isOff
  }

  #change(query: Query, wanted: Configuration, note: (error: unknown) => void): void {
    const { model, effort, permissionMode } = wanted
    query.setModel(model ?? undefined).catch(note)
    // The CLI refuses auto for some models: switch to default first, so that the user is asked from now on
    // and not only after the refusal.
    if (permissionMode === 'auto') query.setPermissionMode('default').catch(note)
    query.setPermissionMode(permissionMode).catch(note)
    if (effort !== this.#effort) query.applyFlagSettings({ effortLevel: effortOf(effort) }).catch(note)
    this.#effort = effort
  }
}
