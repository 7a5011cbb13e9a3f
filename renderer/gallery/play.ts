import { RefusedError, type ErrorCode } from '../../main/contract/api/errors.ts'
import type { RequestInput, RequestKind } from '../../main/contract/api/requests.ts'
import type { RequestAnswers } from '../../main/contract/api/answers.ts'
import type { FleetView } from '../../main/contract/fleet/fleet-views.ts'
import type { Surroundings } from './domain/janus.ts'
import type { World } from './domain/world.ts'
import type { Hand } from './hand.ts'
import type { Bridge } from '../state/connection.ts'
import type { Panel } from '../state/panel.ts'

/** Answers instead of the domain's. */
export type OwnAnswers = {
  readonly [K in RequestKind]?: (
    input: RequestInput<K>,
    world: World,
  ) => RequestAnswers[K] | Promise<RequestAnswers[K]>
}

/** A state of the window: a story in the domain, then actions of the user. */
export interface StoryPlay {
  readonly app?: Surroundings
  /** Minutes before the gallery's moment at which a long story begins. */
  readonly began?: number
  /** Other machines: the domain in the page is in no fleet. */
  readonly fleet?: FleetView
  readonly story: (world: World) => Promise<unknown> | void
  /** Stored values of this browser, by name. */
  readonly kept?: Readonly<Record<string, unknown>>
  /** Answers that no domain in memory gives. */
  readonly answers?: OwnAnswers
  /** Wraps the bridge. */
  readonly wrap?: (bridge: Bridge) => Bridge
  /** The user's actions; the state is reached when they have ended. */
  readonly act?: ((hand: Hand, world: World) => Promise<void>) | undefined
  /** Main has not answered yet. */
  readonly isSilent?: boolean
  /** What happens to the connection after the story; open by default. */
  readonly line?: 'lost' | 'signedOut'
}

export type Stories = Readonly<Record<string, StoryPlay>>

/** Plays parts of a story one after the other. */
export const inOrder =
  <Of extends readonly unknown[]>(...parts: readonly ((...of: Of) => Promise<unknown> | void)[]) =>
  async (...of: Of): Promise<void> => {
    for (const part of parts) await part(...of)
  }

/** An answer that is a refusal. */
export const refuses = (code: ErrorCode, message: string) => (): never => {
  throw new RefusedError({ code, message })
}

/** A function gets the world, for ids from the story. */
export type Sheet = Panel | ((world: World) => Panel)

/** Opens a sheet, then acts in it. */
export const sheet =
  (what: Sheet, act?: (hand: Hand) => Promise<unknown>) =>
  async (hand: Hand, world: World): Promise<void> => {
    await hand.open(typeof what === 'function' ? what(world) : what)
    await act?.(hand)
  }
