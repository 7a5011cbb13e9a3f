import { replace, type Replacement } from './replacements.ts'

/** What becomes of turns that errors of the model service broke off. */
export const brokenTurns: Readonly<Record<string, Replacement>> = {
  'after a turn that ended well the one before it is still broken': replace(
    'turns/settle-broken.ts',
    'settleBroken',
    () => () => undefined,
  ),
  'a retry is about the newest of the broken turns only': replace(
    'turns/settle-broken.ts',
    'joined',
    (real) => (frames) => real([frames.at(-1) ?? frames[0]]),
  ),
  'timers fire into a conversation that the service refuses': replace(
    'step/broken-turn.ts',
    'isRefused',
    () => () => false,
  ),
}
