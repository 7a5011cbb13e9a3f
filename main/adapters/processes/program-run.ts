import type { FolderTrust } from '../../contract/api/model.ts'
import type { Decision } from '../../ports/ports.ts'
import type { Configuration, RunOptions, ProcessRun, Prompt, ProgramFact } from './agent-family.ts'
import { startMarked, type ProgramProcess, type Exit, type ProcessStart } from './agent-process.ts'
import { exitWords, startFailureWords, type ProgramWords } from './exit-words.ts'
import { folderProblem } from './launch-problem.ts'

/** Milliseconds after which a starting program counts as hung. */
const readyLimit = 60_000
/** Milliseconds that a stop waits for the turn to be interrupted. */
const interruptLimit = 1000

/**
 * Why Janus ends the process: on request, because it did not start in time, or because its turn does not
 * end.
 */
export type StopReason = 'no' | 'asked' | 'late' | 'stuck'

/** Lifecycle that all makers' agents share: start, stop and reporting. */
export abstract class ProgramRun implements ProcessRun {
  readonly run: number
  readonly over: Promise<void>
  protected readonly life: RunOptions
  protected readonly words: ProgramWords
  protected process: ProgramProcess | null = null
  protected stopping: StopReason = 'no'

  constructor(life: RunOptions, words: ProgramWords) {
    this.run = life.run
    this.life = life
    this.words = words
    this.over = life.before.then(() => this.live()).catch((error: unknown) => this.#fail(error))
  }

  abstract write(prompt: Prompt): void
  abstract interrupt(): void
  abstract configure(to: Configuration): void
  abstract decide(request: string, decision: Decision): void

  stop(turn: 'interrupt' | 'spare'): void {
    if (this.stopping !== 'no') return
    this.stopping = 'asked'
    if (this.process !== null) this.end(this.process, turn)
  }

  kill(): void {
    this.stopping = 'asked'
    this.process?.kill()
  }

  /** The whole run, from the checks before the start until the process is gone. */
  protected abstract live(): Promise<void>

  protected abstract end(process: ProgramProcess, turn: 'interrupt' | 'spare'): void

  /**
   * Reports what prevents a start: `wrong` (a message for the user) or a bad folder. Returns whether it may
   * start.
   */
  protected async mayBegin(wrong: string | null = null): Promise<boolean> {
    if (wrong !== null) this.refuse('backend', wrong)
    const gone = wrong === null ? await folderProblem(this.life.launch.cwd) : null
    if (gone !== null) this.refuse('folder', gone)
    return wrong === null && gone === null
  }

  /** Determines and reports whether the folder's own settings are used; after an error they are not. */
  protected async lookAtFolder(): Promise<FolderTrust> {
    const trust = await this.life.trust(this.life.launch.cwd).catch((error: unknown): FolderTrust => {
      this.log(`trust: ${String(error)}`)
      return 'ask'
    })
    this.tell({ type: 'folder.looked', trust })
    return trust
  }

  /** `mark`: from `newMark`. `lost`: called for each unreadable line of output. */
  protected startProcess(start: ProcessStart, mark: string, lost?: () => void): ProgramProcess {
    const process = startMarked(start, mark, this.life, lost)
    this.process = process
    if (process.record !== null) this.tell({ type: 'process.spawned', process: process.record })
    return process
  }

  /** Kills the process unless the returned function is called in time. */
  protected limitSilence(): () => void {
    return this.life.clock.after(readyLimit, () => {
      this.stopping = 'late'
      this.process?.kill()
    })
  }

  /** Stops the process when the interrupt settles, or after a timeout. */
  protected endAfter(process: ProgramProcess, interrupted: Promise<unknown>): void {
    const cancel = this.life.clock.after(interruptLimit, () => process.stop())
    const end = (): void => {
      cancel()
      process.stop()
    }
    interrupted.then(end, end)
  }

  /** For the user; `said`: the process's own message. */
  protected endWords(exit: Exit, said: string): string {
    const late = this.stopping === 'late' ? ` ${this.words.name} did not answer within 60 seconds.` : ''
    return exitWords(this.words, exit, said, this.stopping === 'asked') + late
  }

  protected refuse(why: 'backend' | 'folder', detail: string): void {
    this.tell({ type: 'process.refused', why, detail })
  }

  /** Stopped before there was a process. */
  protected tellStopped(): void {
    this.tell({ type: 'process.exited', detail: exitWords(this.words, null, '', true) })
  }

  protected tell(fact: ProgramFact): void {
    this.life.hear({ fact })
  }

  protected log(line: string): void {
    this.life.log(line)
  }

  #fail(error: unknown): void {
    this.log(`run failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    this.refuse('backend', startFailureWords(this.words, String(error)))
  }
}
