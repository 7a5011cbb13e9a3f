import type { AgentId, FrameId, Permission, Suggestion } from '../../contract/api/model.ts'
import type { ServiceError } from '../../contract/agents/service-errors.ts'
import type { BackendOffer, Outcome } from '../../ports/ports.ts'
import { shownCall } from './calls.ts'
import type { Prompt } from './input.ts'

/** A tool call's result, as the stream shows it. */
export interface Shown {
  /** The CLI's own id of the call. */
  readonly call: string
  readonly text: string
}

type AnswerCall = (resultText: string) => void

/** A step of a model's reaction to a prompt. */
export type Act =
  | { readonly do: 'think'; readonly ms: number }
  /** Thinks until `go` is called. */
  | { readonly do: 'hold'; readonly until: (go: () => void) => void }
  | { readonly do: 'say'; readonly text: string }
  /** Calls a tool, which takes `ms` (5); the result of `call` is shown when it has ended. A boundary follows. */
  | { readonly do: 'tool'; readonly ms?: number; readonly call: () => Shown | undefined | void }
  /**
   * Calls a tool that answers later: `call` gets the callback and returns the call's id. After 60 s without
   * an answer the result is an error. A boundary follows.
   */
  | { readonly do: 'await'; readonly call: (done: AnswerCall) => string }
  /** Asks the user, by default about a fixed command; continues when answered. A boundary follows. */
  | { readonly do: 'ask'; readonly suggestions?: readonly Suggestion[]; readonly input?: string }
  /** Ends the turn like an API error. */
  | { readonly do: 'break'; readonly why: 'api_error' | 'logged_out'; readonly error?: ServiceError }
  /** The conversation is compacted. */
  | { readonly do: 'compact' }
  /** Goes silent, using no CPU. */
  | { readonly do: 'hang' }
  | { readonly do: 'die' }
  /** Starts a background task; when it has ended, the CLI starts a turn itself. */
  | { readonly do: 'background'; readonly ms: number }

/**
 * Decides a model's reaction to a prompt, which includes earlier notes; `frame` is null in a turn that the
 * CLI started. A steered prompt's acts follow the turn's own.
 */
export type Model = (agent: AgentId, prompt: string, frame: FrameId | null) => readonly Act[]

/** A prompt in a transcript. */
export interface Line {
  readonly frame: FrameId
  readonly text: string
  /** Paths of the pictures in the prompt. */
  readonly pictures?: readonly string[]
  /** Without a turn: read with the next prompt. */
  readonly note?: true
  /** Final text of the turn that it began or was steered into; empty for a note; null while that runs. */
  final: string | null
}

/** Transcripts by conversation, which outlive the CLIs and the app. */
export type Transcripts = Map<string, Line[]>

/** A permission request that waits for the user. */
export interface Asked {
  readonly request: string
  readonly call: string
  readonly suggestions: readonly Suggestion[]
}

/**
 * A running turn. `lines`: the prompts it has read, none in a turn that the CLI started. `at`: what an
 * interjection interrupts. `over`: the outcome of an interrupted turn, which ends with its tool.
 */
export interface Turn {
  readonly lines: Line[]
  readonly acts: Act[]
  said: string
  at: 'model' | 'tool'
  ask: Asked | null
  isStopped: boolean
  /** It ends before any further step. */
  isEnding: boolean
  over: Outcome | null
}

/** The CLI's own reaction to a command that the user typed; null for other prompts. */
export function commandActs({ text, isFromUser }: Prompt): readonly Act[] | null {
  return isFromUser && /^\/compact\b/.test(text) ? [{ do: 'compact' }] : null
}

/** Whether all permissions are allowed, and there is at least one. */
export function includesAll(allowed: readonly Permission[], permissions: readonly Permission[]): boolean {
  const known = new Set(allowed.map((permission) => JSON.stringify(permission)))
  return permissions.length > 0 && permissions.every((permission) => known.has(JSON.stringify(permission)))
}

/** The contents of every card. */
export const asked = {
  kind: 'permission' as const,
  tool: shownCall('execute', 'true'),
  questions: [],
  title: 'Run this command?',
  input: 'true',
  hash: 'of true',
  reason: '',
}

/** What the CLI offers at its start. */
export const offer: BackendOffer = {
  commands: [{ name: 'compact', about: 'Makes the conversation shorter', argument: '' }],
  models: [{ value: '', name: 'Default', about: 'What the CLI uses by itself' }],
}

/** The outcome of a turn that an error ended. */
export function brokenBy({ why, error }: Extract<Act, { do: 'break' }>): Outcome {
  return { kind: 'broken', why, detail: error ?? why, ...(error ? { error } : {}) }
}

/** A turn's final text in the transcript; null when a newer prompt interrupted it. */
export function finalOf(outcome: Outcome): string | null {
  if (outcome.kind === 'cut') return null
  return outcome.kind === 'completed' ? outcome.text : ''
}

export function notesOf(lines: readonly Line[]): string[] {
  const last = lines.findLastIndex(({ note }) => note !== true)
  return lines.slice(last + 1).map(({ text }) => text)
}

/** Returns a conversation's lines, creating the transcript if needed. */
export function linesIn(transcripts: Map<string, Line[]>, conversation: string): Line[] {
  const lines = transcripts.get(conversation) ?? []
  transcripts.set(conversation, lines)
  return lines
}
