import type { SpeakingTurnId, PieceCall } from '../../contract/gatherings/gatherings.ts'
import type { Prompter, OwnPrompt, Frame } from './frames-and-turns.ts'

/** What a gathering asks with it; null: a timer asks, or nobody. */
export function callIn(by: Prompter | OwnPrompt | null | undefined): PieceCall | null {
  return by?.by === 'gathering' ? by.call : null
}

/** What a frame puts, or takes up again, for a gathering; null: nothing. */
export function callOf({ prompt, chain }: Pick<Frame, 'prompt' | 'chain'>): PieceCall | null {
  return callIn(prompt) ?? callIn(chain?.promptedBy)
}

/** Whether a frame puts or takes up what a grant, or the harvest (`grant` null), asks. */
export function isOfGrant(frame: Frame, grant: SpeakingTurnId | null): boolean {
  return callOf(frame)?.grant === grant
}
