import { classifyError } from '../../contract/agents/service-errors.ts'
import type { Outcome } from '../../ports/ports.ts'
import { outputLine } from '../../adapters/processes/output.ts'
import type { AcpTurnEnd } from './session.ts'
import type { Exit } from '../../adapters/processes/agent-process.ts'
import { exitWords, startFailureWords, type ProgramWords } from '../../adapters/processes/exit-words.ts'
import type { ProgramFact } from '../../adapters/processes/agent-family.ts'
import type { StopReason } from '../../adapters/processes/program-run.ts'

interface Ended {
  readonly end: AcpTurnEnd
  /** Who ended it: the agent itself, the user, or a newer prompt. */
  readonly how: 'own' | 'stopped' | 'cut'
  /** The user has said no to something in it. */
  readonly denied: boolean
  /** The words that no tool has followed. */
  readonly final: string
  /** What the program itself said of an error, as if it were the answer. */
  readonly errorWords: string
  readonly name: string
}

/** The code of an agent that nobody is signed in to. */
export const signedOut = -32000

/** How a turn came to its end, for the core. An error that comes as the words of an answer is one all the same. */
export function outcomeOf({ end, how, denied, final, errorWords, name }: Ended): Outcome {
  if (how === 'cut') return { kind: 'cut' }
  if (how === 'stopped') return { kind: 'interrupted' }
  const words = errorWords === '' ? end.words : errorWords
  if (end.stop === 'error' || errorWords !== '') return broken(end, words, name)
  switch (end.stop) {
    case 'cancelled':
      return denied ? { kind: 'completed', text: final } : { kind: 'interrupted' }
    case 'refusal':
      return { ...other(`${name} refused to continue this conversation.`), error: 'contentRefused' }
    case 'max_tokens':
      return other(`The answer grew too long for ${name}: it was cut off.`)
    case 'max_turn_requests':
      return other(`${name} stopped after as many steps as it allows itself.`)
    default:
      return { kind: 'completed', text: final }
  }
}

const other = (detail: string) => ({ kind: 'broken', why: 'other', detail }) as const

function broken({ code, errorName }: AcpTurnEnd, words: string, name: string): Outcome {
  const detail = outputLine(words, 600) || `${name} gave up on this turn without a word.`
  const isSignedOut =
    code === signedOut || code === 401 || /\b401\b|authenticat|api key|log ?in\b/i.test(words)
  if (isSignedOut) return { kind: 'broken', why: 'logged_out', detail }
  const isApi = /\b(?:4\d\d|5\d\d)\b|rate limit|quota|overloaded|high demand|API|fetch failed|network/i.test(
    words,
  )
  const error = classifyError({ codes: [errorName], status: code, words })
  return { kind: 'broken', why: isApi ? 'api_error' : 'other', detail, error }
}

interface Known {
  readonly stderr: string
  readonly stop: StopReason
  /** Why it could not be used, in words for a user; empty: it could. */
  readonly problem: string
  /** A command of the user's own that has never answered: perhaps it starts no agent at all. */
  readonly isMute: boolean
}

/** The end of a process, for the core: it was refused, or it has exited. */
export function acpTurnEnd(
  words: ProgramWords,
  exit: Exit,
  { stderr, stop, problem, isMute }: Known,
): ProgramFact {
  const refused = (detail: string): ProgramFact => ({ type: 'process.refused', why: 'backend', detail })
  if (exit.kind === 'unstarted') return refused(startFailureWords(words, exit.error.message))
  if (problem !== '') return refused(`${words.name} could not be used: ${problem}`)
  const ended = exitWords(words, exit, stderr, stop === 'asked')
  if (stop === 'late')
    return exited(`${words.name} did not answer within 60 seconds, so Janus ended it.${doubt(isMute)}`)
  if (isMute && stop === 'no') return exited(`${ended} It had not answered yet.${doubt(true)}`)
  const stuck = stop === 'stuck' ? ` ${words.name} did not stop its turn.` : ''
  return exited(ended + stuck)
}

const exited = (detail: string): ProgramFact => ({ type: 'process.exited', detail })

/** What may be wrong with a command that nobody of the protocol has answered from. */
const doubt = (isMute: boolean): string =>
  isMute ? ' Is its command the one that starts an agent with the Agent Client Protocol?' : ''
