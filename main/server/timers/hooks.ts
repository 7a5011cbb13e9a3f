import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { State } from '../../core/step/state.ts'
import type { Engine } from '../../engine/engine.ts'

/** 256 random bits as URL-safe text. */
export const newHookSecret = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in hexadecimal, for storage. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Takes the same time if there is no such webhook. */
export function isHookOf(state: State, id: string, secret: string): boolean {
  return hookOf(state, id, secret) !== null
}

/** `note`: why it has no immediate effect. */
export interface HookAnswer {
  readonly accepted: boolean
  readonly note?: string
}

/**
 * Fires a webhook's timer; null for a wrong secret or an unknown id, which callers can't distinguish. Nothing
 * is saved while the timer is about to fire anyway, so that a thousand calls per second cost one commit per
 * interval.
 */
export function hookCall(engine: Engine): (id: string, secret: string) => Promise<HookAnswer | null> {
  return async (id, secret) => {
    const found = hookOf(engine.state, id, secret)
    if (found?.state === 'waiting') {
      const { agent, id: heartbeat } = found
      await engine.command({ type: 'trigger.happened', agent, heartbeat, event: { kind: 'webhook' } })
    }
    return found && answerOf(engine.state, found)
  }
}

function answerOf({ limits }: State, { state }: Heartbeat): HookAnswer {
  if (state === 'paused') return { accepted: false, note: 'This timer is paused: the call was ignored.' }
  if (state === 'held') return { accepted: false, note: 'This timer is held until the user resumes it.' }
  if (limits.stopped !== null) return { accepted: true, note: 'Everything is stopped: it fires on resume.' }
  return limits.quiet
    ? { accepted: true, note: 'Timers are paused: it fires on resume.' }
    : { accepted: true }
}

function hookOf({ agents }: State, id: string, secret: string): Heartbeat | null {
  const found = [...agents.values()].flatMap(({ heartbeats }) => heartbeats).find((one) => one.id === id)
  const on = found?.trigger?.on
  const wanted = on?.kind === 'webhook' ? on.secretHash : hashOf('')
  const isSame = timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(wanted))
  return found && on?.kind === 'webhook' && isSame ? found : null
}
