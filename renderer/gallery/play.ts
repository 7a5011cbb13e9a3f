import { RefusedError, type ErrorCode } from '../../main/contract/api/errors.ts'
import type { RequestInput, RequestKind } from '../../main/contract/api/requests.ts'
import type { RequestAnswers } from '../../main/contract/api/answers.ts'
import type { FleetView } from '../../main/contract/fleet/fleet-views.ts'
import type { Surroundings } from './domain/janus.ts'
import type { World } from './domain/world.ts'
import type { Hand } from './hand.ts'
import type { Bridge } from '../state/connection.ts'
import type { Panel } from '../state/panel.ts'

/** Answers in the place of the domain's, which the world may be asked for. */
export type OwnAnswers = {
  readonly [K in RequestKind]?: (
    input: RequestInput<K>,
    world: World,
  ) => RequestAnswers[K] | Promise<RequestAnswers[K]>
}

/** One state of the window: what has happened in the domain, and what a user then does. */
export interface StoryPlay {
  /** What is around the domain, where not all is well. */
  readonly app?: Surroundings
  /** When the story begins, in minutes before the moment of the gallery, if it is a long one. */
  readonly began?: number
  /** The other machines: the domain in the page is in no fleet. */
  readonly fleet?: FleetView
  /** Tells the domain what happened. */
  readonly story: (world: World) => Promise<unknown> | void
  /** What this browser has kept from before, by name. */
  readonly kept?: Readonly<Record<string, unknown>>
  /** Answers that no domain in memory gives; the others are its own. */
  readonly answers?: OwnAnswers
  /** What becomes of all that the window is answered. */
  readonly wrap?: (bridge: Bridge) => Bridge
  /** What the user does, and what happens meanwhile; the state is reached when this has ended. */
  readonly act?: ((hand: Hand, world: World) => Promise<void>) | undefined
  /** Main has not said a word. */
  readonly isSilent?: boolean
  /** What becomes of the line to main after everything was told; `open` without it. */
  readonly line?: 'lost' | 'signedOut'
}

/** The states of the gallery, by name. */
export type Stories = Readonly<Record<string, StoryPlay>>

/** An answer that refuses. */
export const refuses = (code: ErrorCode, message: string) => (): never => {
  throw new RefusedError({ code, message })
}

/** What is opened over the window; it may be about those whom the story has made. */
export type Sheet = Panel | ((world: World) => Panel)

/** Opens it, then does this in it. */
export const sheet =
  (what: Sheet, act?: (hand: Hand) => Promise<unknown>) =>
  async (hand: Hand, world: World): Promise<void> => {
    await hand.open(typeof what === 'function' ? what(world) : what)
    await act?.(hand)
  }
