import type { Exit } from '../../adapters/processes/agent-process.ts'
import { exitWords, refusalWords, type ProgramWords } from '../../adapters/processes/exit-words.ts'
import type { Told } from '../../adapters/processes/heard.ts'
import type { Stop } from '../../adapters/processes/program-run.ts'

/** What is known of an end. */
interface Known {
  readonly stderr: string
  readonly stop: Stop
  /** Why it could not be used, in words for a person; empty: it could. */
  readonly problem: string
  /** A command of the person's own that has never answered: perhaps it starts no agent at all. */
  readonly isMute: boolean
}

/** The end of a process, for the core: it was refused, or it has exited. */
export function endOf(words: ProgramWords, exit: Exit, { stderr, stop, problem, isMute }: Known): Told {
  const refused = (detail: string): Told => ({ type: 'process.refused', why: 'backend', detail })
  if (exit.kind === 'unstarted') return refused(refusalWords(words, exit.error.message))
  if (problem !== '') return refused(`${words.name} could not be used: ${problem}`)
  const ended = exitWords(words, exit, stderr, stop === 'asked')
  if (stop === 'late')
    return exited(`${words.name} did not answer within 60 seconds, so Janus ended it.${doubt(isMute)}`)
  if (isMute && stop === 'no') return exited(`${ended} It had not answered yet.${doubt(true)}`)
  const stuck = stop === 'stuck' ? ` ${words.name} did not stop its turn.` : ''
  return exited(ended + stuck)
}

const exited = (detail: string): Told => ({ type: 'process.exited', detail })

/** What may be wrong with a command that nobody of the protocol has answered from. */
const doubt = (isMute: boolean): string =>
  isMute ? ' Is its command the one that starts an agent with the Agent Client Protocol?' : ''
