/** A request in a form that is the same for all API formats. */
export interface ModelRequest {
  readonly model: string
  /** The conversation, oldest first, without the text that the program itself adds. */
  readonly talk: readonly ConversationItem[]
  readonly tools: readonly OfferedTool[]
  /** The agent's working folder, if the program mentions it. */
  readonly folder: string | null
  /** Answer to a background call of the program (title, summary); null for a turn of the conversation. */
  readonly aside: BackgroundAnswer | null
}

/** Text, or the tool call that is wanted instead. */
export type BackgroundAnswer = string | { readonly tool: string; readonly input: Record<string, unknown> }

export type ConversationItem =
  | TalkPrompt
  /** A turn was stopped here. */
  | { readonly kind: 'stopped' }
  /** Adjacent entries belong to one answer. */
  | { readonly kind: 'said'; readonly words: string }
  | { readonly kind: 'called'; readonly id: string; readonly tool: string }
  | { readonly kind: 'result'; readonly id: string; readonly text: string; readonly failed: boolean }

export interface TalkPrompt {
  readonly kind: 'prompt'
  readonly words: string
  /**
   * When the prompt means that an answer was cut off: never (it was steered in), after a call's result, or
   * also after a prompt.
   */
  readonly instead: 'never' | 'behind a call' | 'behind anything'
}

/** Stands for a picture in a prompt. */
export const seenPicture: TalkPrompt = { kind: 'prompt', words: '[Seen: a picture]', instead: 'never' }

export interface OfferedTool {
  readonly name: string
  /** Where the format names a tool in two parts, the first. */
  readonly namespace?: string
  /** Names of its parameters, where a scene needs them. */
  readonly takes?: readonly string[]
  /** Takes plain text instead of JSON. */
  readonly takesText?: true
  /**
   * Only its name is known until the tool `search` loads it; `call`: the tool through which it is then
   * called.
   */
  readonly behind?: { readonly search: string; readonly call: string | null; readonly isLookedUp: boolean }
}

/** Tokens. */
export interface Usage {
  readonly fresh: number
  readonly cached: number
  readonly output: number
}

/** Estimates four characters per token; at least one. */
export function tokens(chars: number): number {
  return Math.max(1, Math.ceil(chars / 4))
}
