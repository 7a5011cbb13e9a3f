import type { FolderTrust } from '../../contract/api/model.ts'
import type { Decision } from '../../ports/ports.ts'
import type { Configuration, Life, ProcessRun, Prompt, ProgramFact } from './agent-family.ts'
import { startMarked, type ProgramProcess, type Exit, type ProcessStart } from './agent-process.ts'
import { exitWords, startFailureWords, type ProgramWords } from './exit-words.ts'
import { folderProblem } from './launch-problem.ts'

/** A program that has not answered after this long, in ms, never will. */
const readyLimit = 60_000
/** How long a stop waits for the turn to be interrupted, in ms. */
const interruptLimit = 1000

/** Whether Janus ends the process: as was wanted, for its silence at the start, or in a turn without end. */
export type StopReason = 'no' | 'asked' | 'late' | 'stuck'

/** What is the same in every maker's life of an agent: its process is started, ended, and told about. */
export abstract class ProgramRun implements ProcessRun {
  readonly run: number
  readonly over: Promise<void>
  protected readonly life: Life
  protected readonly words: ProgramWords
  protected process: ProgramProcess | null = null
  protected stopping: StopReason = 'no'

  constructor(life: Life, words: ProgramWords) {
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

  /** All of it, from the checks before its process starts until that is gone. */
  protected abstract live(): Promise<void>

  protected abstract end(process: ProgramProcess, turn: 'interrupt' | 'spare'): void

  /** Whether nothing stands against a start: `wrong`, in words for a user, or its folder. What does is told. */
  protected async mayBegin(wrong: string | null = null): Promise<boolean> {
    if (wrong !== null) this.refuse('backend', wrong)
    const gone = wrong === null ? await folderProblem(this.life.launch.cwd) : null
    if (gone !== null) this.refuse('folder', gone)
    return wrong === null && gone === null
  }

  /** Asks whether the folder's own settings count, and tells; what cannot be told is not trusted. */
  protected async lookAtFolder(): Promise<FolderTrust> {
    const trust = await this.life.trust(this.life.launch.cwd).catch((error: unknown): FolderTrust => {
      this.log(`trust: ${String(error)}`)
      return 'ask'
    })
    this.tell({ type: 'folder.looked', trust })
    return trust
  }

  /** `mark`: of `newMark`; `lost` is called for each line of its output that could not be read. */
  protected startProcess(start: ProcessStart, mark: string, lost?: () => void): ProgramProcess {
    const process = startMarked(start, mark, this.life, lost)
    this.process = process
    if (process.record !== null) this.tell({ type: 'process.spawned', process: process.record })
    return process
  }

  /** Ends the process by force if it does not answer in time; the answer cancels that. */
  protected limitSilence(): () => void {
    return this.life.clock.after(readyLimit, () => {
      this.stopping = 'late'
      this.process?.kill()
    })
  }

  /** Ends the process once its turn is interrupted, well or not, or takes too long. */
  protected endAfter(process: ProgramProcess, interrupted: Promise<unknown>): void {
    const cancel = this.life.clock.after(interruptLimit, () => process.stop())
    const end = (): void => {
      cancel()
      process.stop()
    }
    interrupted.then(end, end)
  }

  /** Why its process is gone, for a user; `said`: what it said itself. */
  protected endWords(exit: Exit, said: string): string {
    const late = this.stopping === 'late' ? ` ${this.words.name} did not answer within 60 seconds.` : ''
    return exitWords(this.words, exit, said, this.stopping === 'asked') + late
  }

  protected refuse(why: 'backend' | 'folder', detail: string): void {
    this.tell({ type: 'process.refused', why, detail })
  }

  /** It was stopped before there was a process. */
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
