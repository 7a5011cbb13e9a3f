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
import { Configuring } from './configuring.ts'
import { chooseEntrance } from './conversation.ts'
import { Inbox, toMessage } from './inbox.ts'
import { notInstalled } from './installation.ts'
import { conversationProblem, launchOptions, type SessionStart, type ClaudeRunSettings } from './options.ts'
import type {
  Configuration,
  Life,
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

/** A turn of which nothing has come for so long, in ms, is not waited for at a quit. */
const silence = 1000

/** One life of one agent's CLI, from its start to the last process of its group. */
export class AgentRun extends ProgramRun {
  readonly #settings: ClaudeRunSettings
  readonly #cards: ClaudeCards
  /** Prompts that end turns and wait for the tools that run: the CLI would kill some of them, and take cards away. */
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

  constructor(life: Life, settings: ClaudeRunSettings) {
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
    this.#letIn()
  }

  /** Stops the turn, and takes back the prompts that wait behind it. */
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

  /** While words of a turn that is spared come, it has the ladder's time to end by itself. */
  protected end(process: ProgramProcess, turn: 'interrupt' | 'spare'): void {
    // The end of its input would answer the user's card with an error, and the turn would go on from that.
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
    // The file looked sound, but the CLI does not take it: begin again rather than never.
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
      // Always named: out of the packed app's archive the SDK's own choice cannot be started.
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
      this.#letIn()
    }
  }

  #letIn(): void {
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

  /** After the stream has ended, for whatever reason, nothing of the process may stay. */
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
      return this.#told({
        type: 'process.refused',
        why: 'backend',
        detail: startFailureWords(words, exit?.error.message ?? failure),
      })
    // What the SDK says of an exit is no news.
    const said = stderr || (failure.startsWith('Claude Code process') ? '' : failure)
    return this.#told({ type: 'process.exited', detail: this.endWords(exit, said) })
  }

  #applyWanted(): void {
    // Another model may have another context.
    if (this.#configuring.apply(this.#query)) askContext(this.#query, this.#reader, this.life)
  }

  async #interrupted(): Promise<void> {
    this.#reader.interrupted()
    await interruptAll(this.#query, this.#inbox)
  }

  #told(fact: ProgramFact): 'over' {
    this.tell(fact)
    return 'over'
  }
}

/** The SDK takes this; its types do not say so. */
interface Interruptible {
  interrupt(options: { cancelQueued: boolean }): Promise<unknown>
}

/** Stops what a CLI does, also what it has not read yet; resolves when it has. */
async function interruptAll(running: Query | null, inbox: Inbox): Promise<void> {
  const answered = (running as Interruptible | null)?.interrupt({ cancelQueued: true })
  if (answered === undefined) return
  // A newer prompt that came before it would be dropped, and would keep it from the tool that runs.
  inbox.hold(answered)
  await answered
}

/**
 * Asks a CLI how full its context is, by the way and without a call of its model. One that does not answer is as good as
 * one that cannot tell.
 */
function askContext(
  running: Query | null,
  reader: Pick<StreamReader, 'contextTold'>,
  life: Pick<Life, 'hear'>,
): void {
  running?.getContextUsage({ detail: 'summary' }).then(
    ({ totalTokens, maxTokens }) => {
      for (const heard of reader.contextTold(totalTokens, maxTokens)) life.hear(heard)
    },
    () => undefined,
  )
}

/** Why files cannot be taken back, for the user. */
function undoProblem(said = ''): string {
  return /no file checkpoint/i.test(said)
    ? 'Nothing is kept of how the files were then: that turn is of another conversation, or older than this ability.'
    : said || 'The Claude CLI gave no reason.'
}

/** Asks a CLI which files its tools have changed since before a prompt; with `do` they become what they were. */
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
