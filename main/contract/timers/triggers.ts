/** Timers that fire on an event instead of by the clock. Times are milliseconds. */

import { wordsOf, type Wording } from '../words/wording.ts'

/** A new kind also needs a row in `peerWords` below and in the core's table of signs. */
export const peerEvents = ['idle', 'asks', 'finishes', 'breaks'] as const
export type PeerEvent = (typeof peerEvents)[number]

/** A peer is the timer's `about`. */
export type TriggerOn =
  | { readonly kind: PeerEvent }
  /** `glob`: relative to the agent's folder. */
  | { readonly kind: 'files'; readonly glob: string }
  /** `secretHash`: SHA-256 in hexadecimal. The secret itself is shown once and never stored. */
  | { readonly kind: 'webhook'; readonly secretHash: string }

export interface TriggerSettings {
  readonly on: TriggerOn
  /** Fires each time, not only once. */
  readonly repeats: boolean
  /** Minimum time between two firings; events in between count as one. */
  readonly interval: number
  /** Most firings in 24 hours; further events wait for the next period. */
  readonly perDay: number
}

/** `lastAt`: its last firing; `day`: the 24 hours that began with a firing; `event`: the latest one. */
export interface Trigger extends TriggerSettings {
  readonly event: TriggerEvent | null
  readonly lastAt: number | null
  readonly day: { readonly startedAt: number; readonly count: number } | null
}

/** `path`: relative to the agent's folder; `more`: number of other files that changed with it. */
export type TriggerEvent =
  | { readonly kind: Exclude<PeerEvent, 'finishes'>; readonly name: string }
  /** `task`: its id. */
  | {
      readonly kind: 'finishes'
      readonly name: string
      readonly task: string
      readonly title: string
      readonly result: string
    }
  | { readonly kind: 'files'; readonly path: string; readonly more?: number }
  | { readonly kind: 'webhook' }
  | { readonly kind: 'folderGone' }
  /** The system does not report changes; `code`: its error code. */
  | { readonly kind: 'unwatched'; readonly code: string }

/** Without the secret's hash. */
export interface TriggerView extends Omit<TriggerSettings, 'on'> {
  readonly on: { readonly kind: PeerEvent | 'webhook' } | { readonly kind: 'files'; readonly glob: string }
}

export const usualTrigger = { interval: 60_000, perDay: 50 } as const
/** The interval is in seconds. */
export const triggerLimits = { interval: { least: 5, most: 86_400 }, perDay: 1000, glob: 200 } as const

/**
 * Shell command that calls a webhook. The secret comes on standard input, so that no process list shows it.
 */
export const hookCommand = (apiUrl: string, id: string, secret: string): string =>
  `echo 'X-Janus-Hook-Secret: ${secret}' | curl -X POST -H @- ${apiUrl}/hooks/${id}`

export const isPeerEvent = (kind: string): kind is PeerEvent => peerEvents.some((one) => one === kind)

export function isInsideGlob(glob: string): boolean {
  const isRelative = !/^[/~]|^[A-Za-z]:|[\\\0]/.test(glob)
  const names = glob.split('/')
  return isRelative && names.every((name) => name.trim() !== '' && name !== '.' && name !== '..')
}

/** `**` matches any folders, `*` and `?` match within one name. Takes at most |glob| × |path| steps. */
export function matchesGlob(glob: string, path: string): boolean {
  return fits(glob.split('/'), path.split('/'), '**', matchesName)
}

const matchesName = (glob: string, name: string): boolean =>
  fits([...glob], [...name], '*', (one, letter) => one === '?' || one === letter)

/** Whether a pattern matches all parts; `any` matches any number of parts. */
function fits(
  pattern: readonly string[],
  parts: readonly string[],
  any: string,
  isFit: (one: string, part: string) => boolean,
): boolean {
  let at = 0
  let next = 0
  // Position of the last `any`, and the first part that it does not match yet.
  let last: { readonly at: number; readonly from: number } | null = null
  while (next < parts.length) {
    const one = pattern[at]
    if (one === any) {
      last = { at, from: next }
      at += 1
    } else if (one !== undefined && isFit(one, parts[next] ?? '')) {
      at += 1
      next += 1
    } else if (last) {
      last = { at: last.at, from: last.from + 1 }
      at = last.at + 1
      next = last.from
    } else return false
  }
  return pattern.slice(at).every((one) => one === any)
}

const peerWords: Readonly<Record<PeerEvent, readonly [when: string, happened: string]>> = {
  idle: ['becomes idle', 'became idle'],
  asks: ['waits for you', 'waits for the user'],
  finishes: ['finishes a task', 'finished a task'],
  breaks: ['fails', 'failed'],
}

/** `when Scout becomes idle, each time`; `name`: the peer's. */
export function triggerWords({ on, repeats }: TriggerView, name: string): string {
  const when =
    on.kind === 'files'
      ? `${on.glob} changes`
      : on.kind === 'webhook'
        ? 'its webhook is called'
        : `${name} ${peerWords[on.kind][0]}`
  return `when ${when}, ${repeats ? 'each time' : 'once'}`
}

const moreFiles = (more: number): string =>
  more === 0 ? '' : more === 1 ? ' and 1 more file' : ` and ${String(more)} more files`

/** `Scout became idle`, `src/a.ts and 2 more files changed`. */
export const eventWords = (event: TriggerEvent): string => wordsOf(events, event)

const peerEvent = ({ kind, name }: { readonly kind: PeerEvent; readonly name: string }): string =>
  `${name} ${peerWords[kind][1]}`

const events: Wording<TriggerEvent> = {
  idle: peerEvent,
  asks: peerEvent,
  breaks: peerEvent,
  finishes: ({ name, title }) => `${name} finished the task “${title}”`,
  files: ({ path, more }) => `${path}${moreFiles(more ?? 0)} changed`,
  webhook: 'its webhook was called',
  folderGone: 'the watched folder is gone',
  unwatched: ({ code }) => unwatchedWords(code),
}

/** For the user, with what to do. */
function unwatchedWords(code: string): string {
  if (code === 'ENOSPC')
    return 'the system watches no more files. Raise fs.inotify.max_user_watches and set it again'
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'too many files are open. Raise fs.inotify.max_user_instances or the limit of open files, and set it again'
  return `its files cannot be watched (${code})`
}
