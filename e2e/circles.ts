import { expect } from './app.ts'
import type { Janus } from './janus.ts'
import type { Model, ModelRequest } from './model.ts'
import { lastPrompt } from './model.ts'
import { body, wholeTalk } from './peers.ts'

/** A gathering of the API; only the fields that tests use. */
export interface CircleSeen {
  readonly id: string
  readonly state: 'proposed' | 'convening' | 'running' | 'paused' | 'closed'
  readonly phase: string
  readonly round: number
  readonly holder: { readonly name: string; readonly number: number; readonly turnId: string } | null
  readonly utterances: readonly {
    readonly id: string
    readonly kind: string
    readonly name: string
    readonly number: number | null
    readonly phase: string
    readonly round: number
    readonly text: string | null
  }[]
  readonly harvest: string | null
  readonly path: string | null
  readonly turns: number
  readonly closedBecause: string | null
}

/** A role whose seats say one sentence in each turn and pass; see the demo model. */
export const atOnce = 'passes at once'

/** Options of a gathering; the rest has defaults. */
export interface Convened {
  readonly topic?: string
  readonly question?: string
  readonly names: readonly string[]
  readonly role?: string
  readonly structure?: readonly [number, number, number]
  readonly more?: object
}

/** Starts a gathering as the user; `Scribe` harvests. */
export function convene(
  janus: Janus,
  { topic = 'Friday', question = 'Do we ship?', names, role = atOnce, structure, more = {} }: Convened,
): Promise<CircleSeen> {
  const participants = names.map((name) => ({ name, role }))
  const breath = structure === undefined ? {} : { structure }
  const plan = { topic, question, participants, harvester: { name: 'Scribe' }, ...breath, ...more }
  return body<CircleSeen>(janus, 'POST', '/gatherings', plan)
}

/** Starts a gathering with the user as the first seat and one agent as the second, which waits at `gate` and passes. */
export function conveneAndSit(
  janus: Janus,
  topic: string,
  { name, gate, ...more }: { readonly name: string; readonly gate: string; readonly sealed?: boolean },
): Promise<CircleSeen> {
  return convene(janus, {
    names: [],
    topic,
    question: `Who is awake?\n${name}, inhale: wait: ${gate}\n${name}, inhale: say: Not me.\\nPASS`,
    structure: [1, 1, 1],
    more: { participants: [{ name, number: 2, role: atOnce }], user: { number: 1, holds: true }, ...more },
  })
}

export const circle = (janus: Janus, id: string): Promise<CircleSeen> =>
  body<CircleSeen>(janus, 'GET', `/gatherings/${id}`)

export async function circleOnce(
  janus: Janus,
  id: string,
  holds: (seen: CircleSeen) => boolean,
): Promise<CircleSeen> {
  let seen = await circle(janus, id)
  await expect.poll(async () => holds((seen = await circle(janus, id))), wholeTalk).toBe(true)
  return seen
}

/** Waits until the gathering is closed and its file written. */
export const closed = (janus: Janus, id: string): Promise<CircleSeen> =>
  circleOnce(janus, id, ({ state, path }) => state === 'closed' && path !== null)

/** The turns, a line each: `Ann inhale 1 passed`. */
export const rowsOf = ({ utterances }: CircleSeen): readonly string[] =>
  utterances.flatMap(({ kind, name, number, phase, round }) =>
    number === null ? [] : [`${name} ${phase} ${String(round)} ${kind}`],
  )

/** The model's requests for a gathering: prompts that give the piece, ask for a check-in, or for the harvest. */
export async function asked(model: Model): Promise<readonly ModelRequest[]> {
  const begins = /(?:^|\n)\[Janus: (?:you have the talking piece|beat \d|harvest of )/
  return (await model.requests()).filter((request) => begins.test(lastPrompt(request)))
}
