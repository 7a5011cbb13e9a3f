import { expect, test } from 'vitest'
import { classifyError, isLasting, type ReportedError, type ServiceError } from './service-errors.ts'

type Row = readonly [ServiceError, 'lasting' | 'passing', ReportedError]

/** What the Claude CLI 2.1.330 reports for an answer of the Messages API, as recorded on loopback. */
const claude = (
  status: number | null,
  [reason, own, type, error]: readonly (string | null)[],
  words: string,
): ReportedError => ({ codes: [reason, own, type, error], status, words })

const serverSide = 'This is a server-side issue, usually temporary — try again in a moment.'

const rows: readonly Row[] = [
  // Claude: `terminal_reason`, `api_error`, `api_error_type` of the result, `error` of its last answer.
  [
    'invalidRequest',
    'lasting',
    claude(400, ['api_error', null, 'invalid_request_error', 'unknown'], 'API Error: 400 The ferry is full.'),
  ],
  [
    'invalidRequest',
    'lasting',
    claude(422, ['api_error', null, 'invalid_request_error', 'unknown'], 'API Error: 422 Unprocessable'),
  ],
  [
    'mediaRefused',
    'lasting',
    claude(
      400,
      ['image_error', 'media_removed', 'invalid_request_error', 'invalid_request'],
      'API Error: an image in the conversation could not be processed and was removed.',
    ),
  ],
  [
    'mediaRefused',
    'lasting',
    claude(
      400,
      ['image_error', null, 'invalid_request_error', 'invalid_request'],
      'Image was too large. Try resizing the image or using a different approach.',
    ),
  ],
  [
    'mediaRefused',
    'lasting',
    claude(
      413,
      ['image_error', null, 'request_too_large', 'invalid_request'],
      'Request too large (max 32MB). Accumulated images and attachments in the conversation pushed the request over the limit.',
    ),
  ],
  [
    'contextTooLong',
    'lasting',
    claude(
      400,
      ['prompt_too_long', null, 'invalid_request_error', 'invalid_request'],
      'Prompt is too long · the request is ~210000 tokens (limit 200000) but this conversation is only ~2501 tokens',
    ),
  ],
  [
    'billing',
    'lasting',
    claude(400, ['api_error', null, 'invalid_request_error', 'billing_error'], 'Credit balance is too low'),
  ],
  [
    'billing',
    'lasting',
    claude(
      402,
      ['api_error', null, 'billing_error', 'unknown'],
      'API Error: 402 Your account has no credit.',
    ),
  ],
  [
    'accessDenied',
    'lasting',
    claude(
      400,
      ['api_error', 'org_disabled_credential', 'invalid_request_error', 'invalid_request'],
      'Your ANTHROPIC_API_KEY belongs to a disabled organization · Update or unset the environment variable',
    ),
  ],
  [
    'modelUnavailable',
    'lasting',
    claude(
      404,
      ['api_error', null, 'not_found_error', 'model_not_found'],
      "There's an issue with the selected model (claude-opus-5-5). It may not exist or you may not have access to it.",
    ),
  ],
  [
    'rateLimit',
    'passing',
    claude(
      429,
      ['api_error', null, 'rate_limit_error', 'rate_limit'],
      'API Error: Request rejected (429) · This request would exceed your organization rate limit',
    ),
  ],
  [
    'serverError',
    'passing',
    claude(
      500,
      ['api_error', null, 'api_error', 'server_error'],
      `API Error: 500 Internal server error. ${serverSide}`,
    ),
  ],
  [
    'serverError',
    'passing',
    claude(
      503,
      ['api_error', null, 'api_error', 'server_error'],
      `API Error: 503 Service unavailable. ${serverSide}`,
    ),
  ],
  [
    'serverError',
    'passing',
    claude(
      504,
      ['api_error', null, 'timeout_error', 'server_error'],
      `API Error: 504 Timed out. ${serverSide}`,
    ),
  ],
  [
    'overloaded',
    'passing',
    claude(
      529,
      ['api_error', null, 'overloaded_error', 'server_error'],
      `API Error: 529 Overloaded. ${serverSide}`,
    ),
  ],
  [
    'network',
    'passing',
    claude(
      null,
      ['api_error', 'connection_failed', null, 'server_error'],
      'API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)',
    ),
  ],
  ['unknown', 'passing', claude(null, ['max_turns', null, null, null], 'max turns')],
  // An older CLI reports only a message, without a status.
  [
    'invalidRequest',
    'lasting',
    claude(
      null,
      ['api_error', null, null, null],
      'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"x"}}',
    ),
  ],
  // Codex: `codexErrorInfo` with its status.
  [
    'contextTooLong',
    'lasting',
    {
      codes: ['contextWindowExceeded'],
      status: null,
      words: "Codex ran out of room in the model's context window.",
    },
  ],
  [
    'invalidRequest',
    'lasting',
    { codes: ['badRequest'], status: null, words: 'unexpected status 400 Bad Request' },
  ],
  [
    'invalidRequest',
    'lasting',
    { codes: ['other'], status: null, words: 'unexpected status 400 Bad Request: {"detail":"Bad Request"}' },
  ],
  ['contentRefused', 'lasting', { codes: ['cyberPolicy'], status: null, words: 'm' }],
  [
    'usageLimit',
    'passing',
    {
      codes: ['usageLimitExceeded'],
      status: null,
      words: "You've hit your usage limit. Try again in 3 days.",
    },
  ],
  ['overloaded', 'passing', { codes: ['serverOverloaded'], status: null, words: 'm' }],
  [
    'rateLimit',
    'passing',
    {
      codes: ['responseTooManyFailedAttempts'],
      status: 429,
      words: 'exceeded retry limit, last status: 429 Too Many Requests',
    },
  ],
  [
    'network',
    'passing',
    { codes: ['responseStreamDisconnected'], status: null, words: 'stream disconnected before completion' },
  ],
  [
    'billing',
    'lasting',
    {
      codes: ['other'],
      status: 429,
      words:
        'You exceeded your current quota (insufficient_quota), please check your plan and billing details.',
    },
  ],
  // ACP agents: a JSON-RPC or HTTP code, and a message.
  [
    'serverError',
    'passing',
    { codes: [], status: -32603, words: 'Internal error: 500 status code (no body)' },
  ],
  ['invalidRequest', 'lasting', { codes: [], status: 400, words: 'Request contains an invalid argument.' }],
  [
    'invalidRequest',
    'lasting',
    {
      codes: [],
      status: -32603,
      words: 'got status: 400 . {"error":{"code":400,"status":"INVALID_ARGUMENT"}}',
    },
  ],
  [
    'contextTooLong',
    'lasting',
    {
      codes: [],
      status: 400,
      words: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    },
  ],
  [
    'overloaded',
    'passing',
    { codes: [], status: -32603, words: 'The model is currently experiencing high demand.' },
  ],
  ['network', 'passing', { codes: [], status: -32603, words: 'fetch failed' }],
  // Qwen puts the status before the service's message; OpenCode reports only its own error name.
  ['invalidRequest', 'lasting', { codes: [''], status: -32603, words: '400 The ferry is full.' }],
  ['invalidRequest', 'lasting', { codes: ['APIError'], status: -32603, words: 'The ferry is full.' }],
  ['billing', 'lasting', { codes: ['APIError'], status: -32603, words: 'Your credit balance is too low.' }],
  // Gemini's CLI answers 500 for an unknown model.
  [
    'modelUnavailable',
    'lasting',
    { codes: [''], status: 500, words: 'models/ferry is not found for API version v1beta.' },
  ],
  ['accessDenied', 'lasting', { codes: [], status: 403, words: 'Permission denied on resource.' }],
  ['unknown', 'passing', { codes: [], status: null, words: '' }],
]

test.each(rows)('%s (%s): %j', (error, how, reported) => {
  const found = classifyError(reported)
  expect(found).toBe(error)
  expect(isLasting(found)).toBe(how === 'lasting')
})

test('what is not known to last may be tried again', () => {
  expect(isLasting(undefined)).toBe(false)
})

test('long words of a stranger are looked at in no time', () => {
  expect(classifyError({ codes: [], status: null, words: 'image '.repeat(200_000) })).toBe('unknown')
})
