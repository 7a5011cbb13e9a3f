import type { AgentId } from '../api/model.ts'

/** Refusals that are kept on record: somebody asked as another, from where nobody may, or after their turn. */
export const denialCodes = [
  'sender_mismatch',
  'unauthorized',
  'stale_turn',
  'forbidden_origin',
  'forbidden_host',
] as const

/** One of the codes above. */
type DenialCode = (typeof denialCodes)[number]

/**
 * Who asked, as far as Janus knows by itself: nothing that was only claimed. `api`: the user's token. With a token
 * that holds no more: the agent that it was given to.
 */
export type DeniedCaller =
  | { readonly kind: 'agent'; readonly id: AgentId }
  | { readonly kind: 'api' | 'window' | 'stranger' }

/** A denied request, without a word of what was sent. */
export interface DeniedRequest {
  readonly code: DenialCode
  readonly by: DeniedCaller
  /** `POST /api/agents/:agent/message`, parameters by their names; the kind of request where a piece was stale. */
  readonly route: string
  /** With `unauthorized`: why the token was not taken. */
  readonly token?: 'none' | 'unknown' | 'revoked'
}

/** A line of the record; `n` counts lines from 1, `at` is ISO 8601. */
export type DeniedRequestLine = { readonly n: number; readonly at: string } & (
  | DeniedRequest
  /** So many more came in the minute before, which have no line of their own. */
  | { readonly leftOut: number }
)

/** A line as it is answered: with the agent's present name, null for one that is deleted. */
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

/** Who it was, as far as Janus knows. */
export function deniedCallerWords(view: DeniedRequestView): string {
  if ('leftOut' in view) return ''
  switch (view.by.kind) {
    case 'agent':
      return view.name ?? view.by.id
    case 'api':
      return 'your own token'
    case 'window':
      return 'the window'
    case 'stranger':
      return 'a stranger'
  }
}

/** What it was refused for. */
export function denialWords(view: DeniedRequestView): string {
  if ('leftOut' in view) return `${String(view.leftOut)} more in that minute`
  return view.code === 'unauthorized' ? tokenWords[view.token ?? 'none'] : codeWords[view.code]
}
