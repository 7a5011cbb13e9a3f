import { expect, test } from 'vitest'
import { classifyError, isLasting, type ServiceError } from './service-errors.ts'

const serverSide = 'This is a server-side issue, usually temporary — try again in a moment.'

const rows: readonly [ServiceError, status: number | null, codes: (string | null)[], words: string][] = [
  // The Claude CLI 2.1.330, as recorded on loopback: `terminal_reason`, `api_error` and `api_error_type` of the
  // result, `error` of its last answer.
  [
    'invalidRequest',
    400,
    ['api_error', null, 'invalid_request_error', 'unknown'],
    'API Error: 400 The ferry is full.',
  ],
  [
    'invalidRequest',
    422,
    ['api_error', null, 'invalid_request_error', 'unknown'],
    'API Error: 422 Unprocessable',
  ],
  [
    'mediaRefused',
    400,
    ['image_error', 'media_removed', 'invalid_request_error', 'invalid_request'],
    'API Error: an image in the conversation could not be processed and was removed.',
  ],
  [
    'mediaRefused',
    400,
    ['image_error', null, 'invalid_request_error', 'invalid_request'],
    'Image was too large. Try resizing the image or using a different approach.',
  ],
  [
    'mediaRefused',
    413,
    ['image_error', null, 'request_too_large', 'invalid_request'],
    'Request too large (max 32MB). Accumulated images and attachments in the conversation pushed the request over the limit.',
  ],
  [
    'contextTooLong',
    400,
    ['prompt_too_long', null, 'invalid_request_error', 'invalid_request'],
    'Prompt is too long · the request is ~210000 tokens (limit 200000) but this conversation is only ~2501 tokens',
  ],
  [
    'billing',
    400,
    ['api_error', null, 'invalid_request_error', 'billing_error'],
    'Credit balance is too low',
  ],
  [
    'billing',
    402,
    ['api_error', null, 'billing_error', 'unknown'],
    'API Error: 402 Your account has no credit.',
  ],
  [
    'accessDenied',
    400,
    ['api_error', 'org_disabled_credential', 'invalid_request_error', 'invalid_request'],
    'Your ANTHROPIC_API_KEY belongs to a disabled organization · Update or unset the environment variable',
  ],
  [
    'modelUnavailable',
    404,
    ['api_error', null, 'not_found_error', 'model_not_found'],
    "There's an issue with the selected model (claude-opus-5-5). It may not exist or you may not have access to it.",
  ],
  [
    'rateLimit',
    429,
    ['api_error', null, 'rate_limit_error', 'rate_limit'],
    'API Error: Request rejected (429) · This request would exceed your organization rate limit',
  ],
  [
    'serverError',
    500,
    ['api_error', null, 'api_error', 'server_error'],
    `API Error: 500 Internal server error. ${serverSide}`,
  ],
  [
    'serverError',
    503,
    ['api_error', null, 'api_error', 'server_error'],
    `API Error: 503 Service unavailable. ${serverSide}`,
  ],
  [
    'serverError',
    504,
    ['api_error', null, 'timeout_error', 'server_error'],
    `API Error: 504 Timed out. ${serverSide}`,
  ],
  [
    'overloaded',
    529,
    ['api_error', null, 'overloaded_error', 'server_error'],
    `API Error: 529 Overloaded. ${serverSide}`,
  ],
  [
    'network',
    null,
    ['api_error', 'connection_failed', null, 'server_error'],
    'API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)',
  ],
  ['unknown', null, ['max_turns', null, null, null], 'max turns'],
  // An older CLI reports only a message, without a status.
  [
    'invalidRequest',
    null,
    ['api_error', null, null, null],
    'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"x"}}',
  ],
  // Codex: `codexErrorInfo` with its status.
  ['contextTooLong', null, ['contextWindowExceeded'], "Codex ran out of room in the model's context window."],
  ['invalidRequest', null, ['badRequest'], 'unexpected status 400 Bad Request'],
  ['invalidRequest', null, ['other'], 'unexpected status 400 Bad Request: {"detail":"Bad Request"}'],
  ['contentRefused', null, ['cyberPolicy'], 'm'],
  ['usageLimit', null, ['usageLimitExceeded'], "You've hit your usage limit. Try again in 3 days."],
  ['overloaded', null, ['serverOverloaded'], 'm'],
  [
    'rateLimit',
    429,
    ['responseTooManyFailedAttempts'],
    'exceeded retry limit, last status: 429 Too Many Requests',
  ],
  ['network', null, ['responseStreamDisconnected'], 'stream disconnected before completion'],
  [
    'billing',
    429,
    ['other'],
    'You exceeded your current quota (insufficient_quota), please check your plan and billing details.',
  ],
  // ACP agents: a JSON-RPC or HTTP code, and a message.
  ['serverError', -32603, [], 'Internal error: 500 status code (no body)'],
  ['invalidRequest', 400, [], 'Request contains an invalid argument.'],
  ['invalidRequest', -32603, [], 'got status: 400 . {"error":{"code":400,"status":"INVALID_ARGUMENT"}}'],
  [
    'contextTooLong',
    400,
    [],
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  ],
  ['overloaded', -32603, [], 'The model is currently experiencing high demand.'],
  ['network', -32603, [], 'fetch failed'],
  // Qwen puts the status before the service's message; OpenCode reports only its own error name.
  ['invalidRequest', -32603, [''], '400 The ferry is full.'],
  ['invalidRequest', -32603, ['APIError'], 'The ferry is full.'],
  ['billing', -32603, ['APIError'], 'Your credit balance is too low.'],
  // Gemini's CLI answers 500 for an unknown model.
  ['modelUnavailable', 500, [''], 'models/ferry is not found for API version v1beta.'],
  ['accessDenied', 403, [], 'Permission denied on resource.'],
  ['unknown', null, [], ''],
]

test.each(rows)('%s: %s %j %s', (error, status, codes, words) => {
  expect(classifyError({ codes, status, words })).toBe(error)
})

test('an error lasts if a retry would fail the same way', () => {
  const lasting: readonly ServiceError[] = [
    'invalidRequest',
    'mediaRefused',
    'contextTooLong',
    'billing',
    'accessDenied',
    'modelUnavailable',
    'contentRefused',
  ]
  for (const [error] of rows) expect([error, isLasting(error)]).toEqual([error, lasting.includes(error)])
  expect(isLasting(undefined)).toBe(false)
})

test('long words of a stranger are looked at in no time', () => {
  expect(classifyError({ codes: [], status: null, words: 'image '.repeat(200_000) })).toBe('unknown')
})
