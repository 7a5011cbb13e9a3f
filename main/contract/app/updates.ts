import { wordsOf, type Wording } from '../words/wording.ts'

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

export const updateWords = (state: UpdateState): string => wordsOf(stateWords, state)

const stateWords: Wording<UpdateState> = {
  idle: 'This is the newest version of Janus that is known.',
  checking: 'Checking for updates…',
  available: ({ version, page }) => `Janus ${version} is available at ${page}`,
  downloading: ({ version, percent }) => `Downloading Janus ${version}: ${String(percent)} %`,
  ready: ({ version, waitingFor }) =>
    waitingFor === null
      ? `Janus ${version} is ready.`
      : `Janus ${version} is ready, and starts when ${afterTurns(waitingFor)}.`,
  failed: ({ reason, version }) => failureWords[reason](version === null ? 'the update' : `Janus ${version}`),
}
