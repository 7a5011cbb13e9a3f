import type { SDKResultMessage } from '@anthropic-ai/claude-agent-sdk'
import { classifyError, type ServiceError } from '../../contract/agents/service-errors.ts'
import type { Outcome } from '../../ports/ports.ts'

interface TurnMarks {
  readonly error: string | null
  readonly isInterjected: boolean
}

const loginErrors = [
  'authentication_failed',
  'oauth_org_not_allowed',
  'account_on_hold',
  'verification_required',
]

const login = 'Signed out of Claude. Sign in again; what waits is sent afterwards.'

/**
 * Reads a turn's outcome. The `subtype` alone is not reliable: a missing login and an unreachable model are
 * "success", and so is half a sentence.
 */
export function readOutcome(result: SDKResultMessage, marks: TurnMarks): Outcome {
  const reason = result.terminal_reason ?? 'completed'
  const text = result.subtype === 'success' ? result.result : ''
  if (reason === 'aborted_streaming' || reason === 'aborted_tools') {
    // Cut before the first text it is an error, as after an interrupt.
    return { kind: result.subtype === 'success' || marks.isInterjected ? 'cut' : 'interrupted' }
  }
  if (result.subtype !== 'success') return broken('other', result.errors.join('; ') || words(result.subtype))
  if (result.is_error) {
    const why = whyFailed(result, marks, text)
    if (why === 'logged_out') return broken(why, login)
    return broken(why, text || words(reason), errorOf(result, marks, text))
  }
  if (reason !== 'completed') return broken('other', text || words(reason), errorOf(result, marks, text))
  // The model expects to be asked to continue, and the CLI has not done it.
  if (result.stop_reason === 'pause_turn') return broken('other', 'The answer stopped before its end.')
  return { kind: 'completed', text }
}

type Why = Extract<Outcome, { kind: 'broken' }>['why']

function whyFailed(result: SDKResultMessage, marks: TurnMarks, text: string): Why {
  if (loginErrors.includes(marks.error ?? '') || /^not logged in\b/i.test(text)) return 'logged_out'
  return result.terminal_reason === 'api_error' || marks.error !== null ? 'api_error' : 'other'
}

/** What the service answered. Missing in the SDK's types. */
interface ServiceAnswer {
  readonly api_error_status?: unknown
  readonly api_error_type?: unknown
  readonly api_error?: unknown
}

function errorOf(result: SDKResultMessage, { error }: TurnMarks, text: string): ServiceError {
  const { api_error_status: status, api_error_type: type, api_error: own } = result as ServiceAnswer
  const known = typeof status === 'number' ? status : null
  return classifyError({
    codes: [result.terminal_reason, textOf(own), textOf(type), error, result.stop_reason],
    status: known,
    words: text,
  })
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function broken(why: Why, detail: string, error?: ServiceError): Outcome {
  return { kind: 'broken', why, detail, ...(error === undefined ? {} : { error }) }
}

function words(code: string): string {
  return code.replaceAll('_', ' ')
}
