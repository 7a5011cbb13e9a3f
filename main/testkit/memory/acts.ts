import type { AgentId, FrameId, Permission, Suggestion } from '../../contract/api/model.ts'
import type { ServiceError } from '../../contract/agents/service-errors.ts'
import type { BackendOffer, Outcome } from '../../ports/ports.ts'
import { shownCall } from './calls.ts'
import type { Prompt } from './input.ts'

/** What a call of a tool gave back, as the stream shows it. */
export interface Shown {
  /** The CLI's own name of the call. */
  readonly call: string
  readonly text: string
}

/** Answers a call with the text of its result. */
type AnswerCall = (resultText: string) => void

/** What a model does with a prompt, one after the other. */
export type Act =
  | { readonly do: 'think'; readonly ms: number }
  /** Thinks until it is let go on. */
  | { readonly do: 'hold'; readonly until: (go: () => void) => void }
  | { readonly do: 'say'; readonly text: string }
  /** Calls a tool, which takes `ms` (5); what `call` returns is shown when it has ended. A boundary follows. */
  | { readonly do: 'tool'; readonly ms?: number; readonly call: () => Shown | undefined | void }
  /**
   * Calls a tool that answers when it likes: `call` gives the call's name, and is given what to answer it with. After
   * 60 s without, the result is an error. A boundary follows.
   */
  | { readonly do: 'await'; readonly call: (done: AnswerCall) => string }
  /** Asks the user, about a command of its own if told; goes on when answered. A boundary follows. */
  | { readonly do: 'ask'; readonly suggestions?: readonly Suggestion[]; readonly input?: string }
  /** Ends the turn as an error of the API does. */
  | { readonly do: 'break'; readonly why: 'api_error' | 'logged_out'; readonly error?: ServiceError }
  /** Its conversation has become too long and is cut down to a summary. */
  | { readonly do: 'compact' }
  /** It says nothing any more, and uses no processor. */
  | { readonly do: 'hang' }
  /** The CLI dies. */
  | { readonly do: 'die' }
  /** Begins a task in the background; when it has ended, a turn of the CLI's own follows. */
  | { readonly do: 'background'; readonly ms: number }

/**
 * Decides what the model does with a prompt, the notes before it included; `frame` is null in a turn of the
 * CLI's own. Of a prompt that is steered into a turn, it is done after what was to be done there.
 */
export type Model = (agent: AgentId, prompt: string, frame: FrameId | null) => readonly Act[]

/** One prompt in a conversation, as the CLI's transcript keeps it. */
export interface Line {
  readonly frame: FrameId
  readonly text: string
  /** Paths of the pictures that stand beside the words. */
  readonly pictures?: readonly string[]
  /** Without a turn of its own: read with the next prompt. */
  readonly note?: true
  /** Final text of the turn that it began or was steered into; empty for a note; null while that runs. */
  final: string | null
}

/** What outlives the CLIs and the app: their transcripts, by conversation. */
export type Transcripts = Map<string, Line[]>

/** A request of a CLI that waits for the user. */
export interface Asked {
  readonly request: string
  readonly call: string
  readonly suggestions: readonly Suggestion[]
}

/**
 * A turn that runs. `lines`: the prompts it has read, none in a turn of the CLI's own. `at`: what an interjection meets. `over`: how it
 * ends when its tool has, once it was cut off.
 */
export interface Turn {
  readonly lines: Line[]
  readonly acts: Act[]
  said: string
  at: 'model' | 'tool'
  ask: Asked | null
  isStopped: boolean
  /** It ends before anything else of it happens. */
  isEnding: boolean
  over: Outcome | null
}

/** What the CLI does by itself with a command that the user typed; null for all else. */
export function commandActs({ text, isFromUser }: Prompt): readonly Act[] | null {
  return isFromUser && /^\/compact\b/.test(text) ? [{ do: 'compact' }] : null
}

/** Whether each of some permissions is among those allowed; there must be some. */
export function includesAll(allowed: readonly Permission[], permissions: readonly Permission[]): boolean {
  const known = new Set(allowed.map((permission) => JSON.stringify(permission)))
  return permissions.length > 0 && permissions.every((permission) => known.has(JSON.stringify(permission)))
}

/** What every card of this CLI is about. */
export const asked = {
  kind: 'permission' as const,
  tool: shownCall('execute', 'true'),
  questions: [],
  title: 'Run this command?',
  input: 'true',
  hash: 'of true',
  reason: '',
}

/** What it offers when it starts. */
export const offer: BackendOffer = {
  commands: [{ name: 'compact', about: 'Makes the conversation shorter', argument: '' }],
  models: [{ value: '', name: 'Default', about: 'What the CLI uses by itself' }],
}

/** How a turn ends that an error broke off. */
export function brokenBy({ why, error }: Extract<Act, { do: 'break' }>): Outcome {
  return { kind: 'broken', why, detail: error ?? why, ...(error ? { error } : {}) }
}

/** What the transcript has of a turn's end; nothing when a newer prompt cut it off. */
export function finalOf(outcome: Outcome): string | null {
  if (outcome.kind === 'cut') return null
  return outcome.kind === 'completed' ? outcome.text : ''
}

/** Words of the notes that no prompt has followed yet. */
export function notesOf(lines: readonly Line[]): string[] {
  const last = lines.findLastIndex(({ note }) => note !== true)
  return lines.slice(last + 1).map(({ text }) => text)
}

/** The lines of a conversation's transcript, which is begun if there is none. */
export function linesIn(transcripts: Map<string, Line[]>, conversation: string): Line[] {
  const lines = transcripts.get(conversation) ?? []
  transcripts.set(conversation, lines)
  return lines
}
