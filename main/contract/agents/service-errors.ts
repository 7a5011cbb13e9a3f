/** `words` are for the user. */
const errors = {
  // Fails again until something is changed.
  invalidRequest: { isLasting: true, words: 'the model service refuses this conversation' },
  contextTooLong: { isLasting: true, words: 'the conversation is too long for the model' },
  mediaRefused: {
    isLasting: true,
    words: 'the model service refuses a picture or file in this conversation',
  },
  contentRefused: { isLasting: true, words: 'the model refuses to continue this conversation' },
  modelUnavailable: { isLasting: true, words: 'the model is not available' },
  accessDenied: { isLasting: true, words: 'the model service denies access' },
  billing: { isLasting: true, words: 'the model service wants payment' },
  // May pass by itself.
  usageLimit: { isLasting: false, words: 'the usage limit is reached' },
  rateLimit: { isLasting: false, words: 'too many requests' },
  overloaded: { isLasting: false, words: 'the model service is overloaded' },
  serverError: { isLasting: false, words: 'the model service failed' },
  network: { isLasting: false, words: 'the model service could not be reached' },
  unknown: { isLasting: false, words: 'an error' },
} as const

/** Why the model service, or the connection to it, broke off a turn. The same for all kinds of agents. */
export type ServiceError = keyof typeof errors

/** A lasting error is never retried without the user. */
export function isLasting(error: ServiceError | undefined): boolean {
  return errors[error ?? 'unknown'].isLasting
}

export function serviceErrorWords(error: ServiceError | undefined): string {
  return errors[error ?? 'unknown'].words
}

/** Whether the conversation itself is refused; a fork from an earlier turn may work. */
export function isAboutConversation(error: ServiceError | undefined): boolean {
  return error !== undefined && conversational.has(error)
}

const conversational: ReadonlySet<ServiceError> = new Set([
  'invalidRequest',
  'contextTooLong',
  'mediaRefused',
  'contentRefused',
])

export interface ReportedError {
  /** The program's own names for it, most specific first. */
  readonly codes: readonly (string | null | undefined)[]
  /** HTTP status of the service's answer, if known. */
  readonly status: number | null
  readonly words: string
}

/** Classifies by unmistakable wording, then by code, then by status, then by vague wording. */
export function classifyError({ codes, status, words: all }: ReportedError): ServiceError {
  const words = all.slice(0, 2000)
  const named = codes.map((code) => byCode[code ?? '']).find((error) => error !== undefined)
  return (
    wordsIn(words, telling) ??
    named ??
    byStatus(status) ??
    byStatus(statusIn(words)) ??
    wordsIn(words, vague) ??
    'unknown'
  )
}

/** Codes of programs and services that determine the error by themselves. */
const byCode: Readonly<Record<string, ServiceError | undefined>> = {
  // `terminal_reason`, `api_error` and `error`
  image_error: 'mediaRefused',
  prompt_too_long: 'contextTooLong',
  blocking_limit: 'contextTooLong',
  media_removed: 'mediaRefused',
  org_disabled_credential: 'accessDenied',
  invalid_request: 'invalidRequest',
  server_error: 'serverError',
  cloud_credential_error: 'accessDenied',
  model_not_found: 'modelUnavailable',
  rate_limit: 'rateLimit',
  overloaded: 'overloaded',
  connection_failed: 'network',
  // `api_error_type`
  billing_error: 'billing',
  overloaded_error: 'overloaded',
  rate_limit_error: 'rateLimit',
  permission_error: 'accessDenied',
  request_too_large: 'mediaRefused',
  timeout_error: 'serverError',
  refusal: 'contentRefused',
  // `codexErrorInfo`
  contextWindowExceeded: 'contextTooLong',
  usageLimitExceeded: 'usageLimit',
  sessionBudgetExceeded: 'usageLimit',
  serverOverloaded: 'overloaded',
  policyCapacityUnavailable: 'overloaded',
  flexUnavailable: 'overloaded',
  rateLimitExceeded: 'rateLimit',
  internalServerError: 'serverError',
  badRequest: 'invalidRequest',
  modelNotFound: 'modelUnavailable',
  cyberPolicy: 'contentRefused',
  // OpenCode, which retries temporary errors itself
  APIError: 'invalidRequest',
  ContextOverflowError: 'contextTooLong',
}

function byStatus(status: number | null): ServiceError | null {
  if (status === null || status < 400 || status > 599) return null
  if (status >= 500) return status === 529 || status === 503 ? 'overloaded' : 'serverError'
  return statuses[status] ?? 'invalidRequest'
}

const statuses: Readonly<Record<number, ServiceError | undefined>> = {
  401: 'accessDenied',
  402: 'billing',
  403: 'accessDenied',
  404: 'modelUnavailable',
  408: 'network',
  409: 'serverError',
  413: 'mediaRefused',
  425: 'serverError',
  429: 'rateLimit',
}

/** The status that a program put into its message: "API Error: 400 …", "got status: 429". */
function statusIn(words: string): number | null {
  const found = /\b(?:error|status|code|http)[^0-9a-z]{0,12}([45]\d\d)\b|\(([45]\d\d)\)|^([45]\d\d)\b/i.exec(
    words,
  )
  const digits = found?.[1] ?? found?.[2] ?? found?.[3]
  return digits === undefined ? null : Number(digits)
}

type Wordings = readonly (readonly [RegExp, ServiceError])[]

/** Services of different makers use the same status, 400 or 429, for different errors. */
const telling: Wordings = [
  [
    /prompt is too long|context (?:window|length|limit)|maximum context|too many (?:input )?tokens|input token count/i,
    'contextTooLong',
  ],
  [/credit balance|insufficient[_ ](?:quota|credit|funds|balance)|billing|payment required/i, 'billing'],
  [
    /\b(?:image|picture|media|pdf|document)\b[^.]*\b(?:too large|exceeds?|could not (?:be )?process|invalid|unsupported|not supported)/i,
    'mediaRefused',
  ],
  [/could not process image/i, 'mediaRefused'],
  [/\bmodels?\b.{0,80}\b(?:not found|does not exist)/i, 'modelUnavailable'],
]

const vague: Wordings = [
  [/usage limit|quota/i, 'usageLimit'],
  [/rate.?limit|too many requests/i, 'rateLimit'],
  [/overloaded|high demand|unavailable|capacity/i, 'overloaded'],
  [/internal (?:server )?error|bad gateway|server error/i, 'serverError'],
  [
    /fetch failed|network|ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|socket|connection|timed? ?out|stream/i,
    'network',
  ],
  [/safety|content (?:policy|filter)|usage policy|prohibited/i, 'contentRefused'],
  [/invalid[_ ](?:request|argument)/i, 'invalidRequest'],
]

function wordsIn(words: string, wordings: Wordings): ServiceError | null {
  return wordings.find(([pattern]) => pattern.test(words))?.[1] ?? null
}
