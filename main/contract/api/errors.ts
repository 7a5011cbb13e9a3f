/** Error codes and their HTTP statuses. */
export const errorStatus = {
  bad_request: 400,
  self: 400,
  bad_name: 400,
  bad_folder: 400,
  no_folder: 400,
  bad_kind: 400,
  bad_program: 400,
  empty_message: 400,
  unauthorized: 401,
  forbidden_origin: 403,
  forbidden_host: 403,
  sender_mismatch: 403,
  not_allowed: 403,
  not_found: 404,
  unknown_agent: 404,
  method_not_allowed: 405,
  name_taken: 409,
  name_reserved: 409,
  is_group: 409,
  wrong_state: 409,
  stale_turn: 409,
  too_large: 413,
  unsupported_media_type: 415,
  key_reused: 422,
  low_ticket: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Body of every error, as `{error: Refusal}`; `message` tells the user what to do. */
export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  /** Similar names, with `unknown_agent`. */
  readonly available?: readonly string[]
  /** Seconds, with `too_many`. */
  readonly retryAfter?: number
}

export class RefusedError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.name = 'RefusedError'
    this.refusal = refusal
  }
}
