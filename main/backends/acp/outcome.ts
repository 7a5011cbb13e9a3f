import { classifyError } from '../../contract/agents/service-errors.ts'
import type { Outcome } from '../../ports/ports.ts'
import { oneLine } from '../../adapters/processes/output.ts'
import type { TurnEnd } from './session.ts'

/** What is known of a turn at its end. */
interface Ended {
  readonly end: TurnEnd
  /** Who ended it: the agent itself, the person, or a newer prompt. */
  readonly how: 'own' | 'stopped' | 'cut'
  /** The person has said no to something in it. */
  readonly denied: boolean
  /** The words that no tool has followed. */
  readonly final: string
  /** What the program itself said of an error, as if it were the answer. */
  readonly errorWords: string
  readonly name: string
}

/** The code of an agent that nobody is signed in to. */
const signedOut = -32000

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
      return {
        kind: 'broken' as const,
        why: 'other' as const,
        error: 'contentRefused' as const,
        detail: `${name} refused to go on with this conversation.`,
      }
    case 'max_tokens':
      return { kind: 'broken', why: 'other', detail: `The answer grew too long for ${name}: it was cut off.` }
    case 'max_turn_requests':
      return {
        kind: 'broken',
        why: 'other',
        detail: `${name} stopped after as many steps as it allows itself.`,
      }
    default:
      return { kind: 'completed', text: final }
  }
}

function broken({ code, errorName }: TurnEnd, words: string, name: string): Outcome {
  const detail = oneLine(words, 600) || `${name} gave up on this turn without a word.`
  const isSignedOut =
    code === signedOut || code === 401 || /\b401\b|authenticat|api key|log ?in\b/i.test(words)
  if (isSignedOut) return { kind: 'broken', why: 'logged_out', detail }
  const isApi = /\b(?:4\d\d|5\d\d)\b|rate limit|quota|overloaded|high demand|API|fetch failed|network/i.test(
    words,
  )
  const error = classifyError({ codes: [errorName], status: code, words })
  return { kind: 'broken', why: isApi ? 'api_error' : 'other', detail, error }
}
