import type { AgentId, FrameId, Grant, Suggestion } from '../contract/model.ts'
import type { CliOffer } from '../ports.ts'

/** What a model does with a prompt, one after the other. */
export type Act =
  | { readonly do: 'think'; readonly ms: number }
  | { readonly do: 'say'; readonly text: string }
  /** Calls a tool of Janus; what comes back is not looked at. */
  | { readonly do: 'tool'; readonly call: () => void }
  /** Asks the person; goes on when answered. */
  | { readonly do: 'ask'; readonly suggestions?: readonly Suggestion[] }
  /** Ends the turn as an error of the API does. */
  | { readonly do: 'break'; readonly why: 'api_error' | 'logged_out' }
  /** The CLI dies. */
  | { readonly do: 'die' }
  /** Later begins a turn of the CLI's own, as a finished background task does. */
  | { readonly do: 'background'; readonly ms: number }

/** Decides what the model does with a prompt; `frame` is null in a turn of the CLI's own. */
export type Model = (agent: AgentId, prompt: string, frame: FrameId | null) => readonly Act[]

/** One prompt in a conversation, as the CLI's transcript keeps it. */
export interface Line {
  readonly frame: FrameId
  readonly text: string
  final: string | null
}

/** What outlives the CLIs and the app: their transcripts, by conversation. */
export type Transcripts = Map<string, Line[]>

interface Prompt {
  readonly frame: FrameId
  readonly text: string
}

/** One CLI that runs. */
export interface Cli {
  readonly agent: AgentId
  readonly run: number
  readonly owner: string
  readonly conversation: string
  readonly pid: number
  ready: boolean
  readonly input: Prompt[]
  /** What its person has allowed for good. */
  allowed: readonly Grant[]
  /** The turn that runs: its line, or null for a turn of the CLI's own. */
  turn: { readonly line: Line | null; acts: Act[]; said: string; ask: Asked | null } | null
}

interface Asked {
  readonly request: string
  readonly suggestions: readonly Suggestion[]
}

/** Whether each of some grants is among those allowed; there must be some. */
export function includesAll(allowed: readonly Grant[], grants: readonly Grant[]): boolean {
  const known = new Set(allowed.map((grant) => JSON.stringify(grant)))
  return grants.length > 0 && grants.every((grant) => known.has(JSON.stringify(grant)))
}

/** What every card of this CLI is about. */
export const asked = {
  ...({ kind: 'permission', tool: 'Bash' } as const),
  ...{ title: 'May it run a command?', input: '{"command":"true"}', reason: '' },
}

/** What it offers when it starts. */
export const offer: CliOffer = {
  commands: [{ name: 'compact', about: 'Makes the conversation shorter', argument: '' }],
  models: [{ value: 'default', name: 'Default', about: 'What the CLI uses by itself' }],
}
