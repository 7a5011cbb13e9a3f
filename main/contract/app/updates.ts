/** `failureWords` has the text of each. */
export type UpdateFailure =
  | 'unreachable'
  | 'interrupted'
  | 'unsigned'
  | 'damaged'
  | 'disk full'
  | 'not writable'
  | 'other'

export type UpdateState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  /** The user has to install it, from this page. */
  | { readonly kind: 'available'; readonly version: string; readonly page: string }
  | { readonly kind: 'downloading'; readonly version: string; readonly percent: number }
  /**
   * `waitingFor`: number of working agents that the restart waits for; null: the user has not asked for a
   * restart.
   */
  | { readonly kind: 'ready'; readonly version: string; readonly waitingFor: number | null }
  /** `version`: null if it failed before a version was found. */
  | { readonly kind: 'failed'; readonly reason: UpdateFailure; readonly version: string | null }

/** `never` cancels the restart. */
export const restartTimes = ['idle', 'now', 'never'] as const

export type RestartTime = (typeof restartTimes)[number]

const failureWords: Readonly<Record<UpdateFailure, (what: string) => string>> = {
  unreachable: () => 'The update server could not be reached. Janus tries again later.',
  interrupted: (what) => `The download of ${what} broke off. Janus tries again later.`,
  unsigned: (what) => `${upper(what)} was not installed: its signature could not be verified.`,
  damaged: (what) => `${upper(what)} was not installed: its signature does not match the downloaded file.`,
  'disk full': (what) => `The disk has no room for ${what}. Janus tries again later.`,
  'not writable': (what) => `${upper(what)} could not be written: Janus may not write there.`,
  other: (what) => `${upper(what)} could not be fetched or installed. The log says why.`,
}

const afterTurns = (count: number): string =>
  count === 1 ? '1 agent has finished its turn' : `${String(count)} agents have finished their turns`
const upper = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

export function updateWords(state: UpdateState): string {
  switch (state.kind) {
    case 'idle':
      return 'This is the newest version of Janus that is known.'
    case 'checking':
      return 'Checking for updates…'
    case 'available':
      return `Janus ${state.version} is available at ${state.page}`
    case 'downloading':
      return `Downloading Janus ${state.version}: ${String(state.percent)} %`
    case 'ready':
      return state.waitingFor === null
        ? `Janus ${state.version} is ready.`
        : `Janus ${state.version} is ready, and starts when ${afterTurns(state.waitingFor)}.`
    case 'failed':
      return failureWords[state.reason](state.version === null ? 'the update' : `Janus ${state.version}`)
  }
}
