import { classifyError } from '../../contract/agents/service-errors.ts'
import type { Outcome } from '../../ports/ports.ts'
import { outputLine } from '../../adapters/processes/output.ts'
import type { TurnError } from './protocol.ts'

const login = 'Signed out of Codex. Sign in again; what waits is sent afterwards.'

/** Codex's error codes for failures of the model's service. */
const ofTheModel = [
  'usageLimitExceeded',
  'rateLimitExceeded',
  'flexUnavailable',
  'serverOverloaded',
  'modelNotFound',
  'policyCapacityUnavailable',
  'internalServerError',
  'badRequest',
  'contextWindowExceeded',
  'httpConnectionFailed',
  'responseStreamConnectionFailed',
  'responseStreamDisconnected',
  'responseTooManyFailedAttempts',
]

export function brokenBy(error: TurnError | null): Outcome {
  const { name, status } = infoOf(error?.codexErrorInfo)
  if (name === 'unauthorized' || status === 401) return { kind: 'broken', why: 'logged_out', detail: login }
  const said = outputLine([error?.message, error?.additionalDetails].filter(Boolean).join(' '), 1000)
  const why = ofTheModel.includes(name) ? 'api_error' : 'other'
  const kind = classifyError({ codes: [name], status, words: said })
  const detail = said || 'Codex stopped and gave no reason.'
  return { kind: 'broken', why, detail, error: kind }
}

function infoOf(info: unknown): { readonly name: string; readonly status: number | null } {
  if (typeof info === 'string') return { name: info, status: null }
  const [entry] = typeof info === 'object' && info !== null ? Object.entries(info as object) : []
  if (entry === undefined) return { name: '', status: null }
  const [name, value] = entry as [string, { readonly httpStatusCode?: unknown } | null]
  const status = value?.httpStatusCode
  return { name, status: typeof status === 'number' ? status : null }
}
