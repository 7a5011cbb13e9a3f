import type { Attempt, AttemptView } from './attempts.ts'

const tokenWords = {
  none: 'asked without a token',
  unknown: 'asked with a token that nobody holds',
  revoked: 'asked with a token that is good no more',
} as const

const codeWords: Readonly<Record<Exclude<Attempt['code'], 'unauthorized'>, string>> = {
  sender_mismatch: 'claimed to be somebody else',
  stale_turn: 'spoke when the piece had moved on',
  forbidden_origin: 'asked from a web page',
  forbidden_host: 'asked by another address than Janus’s own',
}

/** Who it was, as far as Janus knows. */
export function attemptBy(view: AttemptView): string {
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
export function attemptWhat(view: AttemptView): string {
  if ('leftOut' in view) return `${String(view.leftOut)} more in that minute`
  return view.code === 'unauthorized' ? tokenWords[view.token ?? 'none'] : codeWords[view.code]
}
