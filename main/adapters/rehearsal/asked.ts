/** A request as the model's mind sees it, whichever wire it came over. */
export interface ModelRequest {
  readonly model: string
  /** What stood in the conversation, oldest first, without the words that the program itself puts around it. */
  readonly talk: readonly TalkItem[]
  readonly tools: readonly OfferedTool[]
  /** The folder that the agent works in, where the program tells of it. */
  readonly folder: string | null
  /** The answer to a background call of the program's own (a title, a summary), which is no turn of the conversation; else null. */
  readonly aside: BackgroundAnswer | null
}

/** Words, or the call that is the only answer wanted. */
export type BackgroundAnswer = string | { readonly tool: string; readonly input: Record<string, unknown> }

/** One thing in a conversation. */
export type TalkItem =
  | TalkPrompt
  /** Here a turn was stopped. */
  | { readonly kind: 'stopped' }
  /** What the model said and called; neighbours are one answer. */
  | { readonly kind: 'said'; readonly words: string }
  | { readonly kind: 'called'; readonly id: string; readonly tool: string }
  | { readonly kind: 'result'; readonly id: string; readonly text: string; readonly failed: boolean }

/** Words that were put before the agent. */
export interface TalkPrompt {
  readonly kind: 'prompt'
  readonly words: string
  /**
   * When they came in the place of an answer that was cut off: never (they were steered in), behind the result of a call,
   * or behind other words too.
   */
  readonly instead: 'never' | 'behind a call' | 'behind anything'
}

/** A picture beside the words, as a prompt that says nothing of its own. */
export const seenPicture: TalkPrompt = { kind: 'prompt', words: '[Seen: a picture]', instead: 'never' }

/** A tool that a request offers. */
export interface OfferedTool {
  /** Its whole name, by which an answer calls it. */
  readonly name: string
  /** Where its wire names it in two parts: the first of them. */
  readonly namespace?: string
  /** The names of what it takes, where a scene has to know. */
  readonly takes?: readonly string[]
  /** It takes a text, not JSON. */
  readonly takesText?: true
  /** Only its name is known until the tool `search` has loaded it; `call`: the tool that it is called through from then on. */
  readonly behind?: { readonly search: string; readonly call: string | null; readonly isLookedUp: boolean }
}

/** What an answer used, in tokens. */
export interface Usage {
  readonly fresh: number
  readonly cached: number
  readonly output: number
}

/** Tokens for a number of characters, by the usual rule of thumb; at least one. */
export function tokens(chars: number): number {
  return Math.max(1, Math.ceil(chars / 4))
}
