import type { AgentId } from '../api/model.ts'

/** Kept in the log of denied requests: a false identity, a forbidden origin, or speaking after one's turn. */
export const denialCodes = [
  'sender_mismatch',
  'unauthorized',
  'stale_turn',
  'forbidden_origin',
  'forbidden_host',
] as const

type DenialCode = (typeof denialCodes)[number]

/**
 * Who sent it, as verified by Janus, never as claimed. `api`: the user's token. With a revoked token: the
 * agent that it was given to.
 */
export type DeniedCaller =
  | { readonly kind: 'agent'; readonly id: AgentId }
  | { readonly kind: 'api' | 'window' | 'stranger' }

/** Contains nothing of what was sent. */
export interface DeniedRequest {
  readonly code: DenialCode
  readonly by: DeniedCaller
  /**
   * `POST /api/agents/:agent/message`, with parameter names instead of values; the request kind for a stale
   * turn.
   */
  readonly route: string
  /** With `unauthorized`: why the token was refused. */
  readonly token?: 'none' | 'unknown' | 'revoked'
}

/** `n` counts lines from 1; `at` is ISO 8601. */
export type DeniedRequestLine = { readonly n: number; readonly at: string } & (
  | DeniedRequest
  /** Number of denials in the minute before that have no line of their own. */
  | { readonly leftOut: number }
)

/** `name`: the agent's present name; null if it was deleted. */
export type DeniedRequestView = DeniedRequestLine & { readonly name: string | null }

const tokenWords = {
  none: 'asked without a token',
  unknown: 'used an unknown token',
  revoked: 'used a token that is no longer valid',
} as const

const codeWords: Readonly<Record<Exclude<DeniedRequest['code'], 'unauthorized'>, string>> = {
  sender_mismatch: 'claimed to be someone else',
  stale_turn: 'spoke after the piece had moved on',
  forbidden_origin: 'asked from a web page',
  forbidden_host: 'used another address than that of Janus',
}

/** Who sent it, as far as Janus knows. */
export function deniedCallerWords(view: DeniedRequestView): string {
  if ('leftOut' in view) return ''
  const { by, name } = view
  if (by.kind === 'agent') return name ?? by.id
  return { api: 'your own token', window: 'the window', stranger: 'a stranger' }[by.kind]
}

export function denialWords(view: DeniedRequestView): string {
  if ('leftOut' in view) return `${String(view.leftOut)} more in that minute`
  return view.code === 'unauthorized' ? tokenWords[view.token ?? 'none'] : codeWords[view.code]
}
