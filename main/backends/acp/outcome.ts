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
  /** Ended by the agent, by the user, or by a newer prompt. */
  readonly how: 'own' | 'stopped' | 'cut'
  readonly denied: boolean
  /** The text after the last tool call. */
  readonly final: string
  /** An error that the program sent as if it were text of the answer. */
  readonly errorWords: string
  readonly name: string
}

export const signedOut = -32000

/** Converts the end of a turn. An error sent as text of the answer still counts as an error. */
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
  /** Why the agent can't be used, as text for the user; empty if it can. */
  readonly problem: string
  /** A command of the user's that has not answered; it may not start an agent. */
  readonly isMute: boolean
}

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

const doubt = (isMute: boolean): string =>
  isMute ? ' Is its command the one that starts an agent with the Agent Client Protocol?' : ''
