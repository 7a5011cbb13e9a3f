import { madeNames } from './desk.ts'
import { expect } from './app.ts'
import type { Janus } from './janus.ts'
import type { Model } from './model.ts'
import type { Place } from './place.ts'

/** A link, by the API; only what the tests look at. */
export interface LinkSeen {
  readonly id: string
  readonly state: string
  readonly rests: string | null
  readonly budget: { readonly allowed: number; readonly used: number; readonly left: number }
}

/** What crossed a link, by the API; only what the tests look at. */
export interface CrossingSeen {
  readonly fromName: string
  readonly kind: 'said' | 'silent'
  readonly text: string
  readonly sent: readonly { readonly toName: string; readonly state: string }[]
}

/** A script line: a call of a tool. */
export const call = (tool: string, input: object): string => `call: ${tool} ${JSON.stringify(input)}`

/** Asks the API as the user; gives what it answers. */
export async function body<T>(janus: Janus, method: string, path: string, input?: unknown): Promise<T> {
  const answer = await janus.api(method, path, input)
  expect(answer, `${method} ${path}: ${JSON.stringify(answer.body)}`).toMatchObject({ status: 200 })
  return answer.body as T
}

/** Makes agents that work in the place's folder. */
export async function makeAgents(janus: Janus, place: Place, ...names: string[]): Promise<void> {
  for (const name of names) {
    madeNames.add(name)
    await body(janus, 'POST', '/agents', { name, cwd: place.work })
  }
}

/** Speaks to an agent as the user, and gives its final words when they are there. */
export async function ask(janus: Janus, agent: string, ...lines: string[]): Promise<string> {
  const input = { message: lines.join('\n'), awaitMs: 50_000 }
  const { reply } = await body<{ reply?: { text: string } }>(janus, 'POST', `/agents/${agent}/message`, input)
  return reply?.text ?? ''
}

/** An agent begins a turn for the user, which waits at `work`. */
export async function beginTurn(janus: Janus, model: Model, name: string): Promise<void> {
  await body(janus, 'POST', `/agents/${name}/message`, { message: 'say: Begun.\nwait: work\nsay: Done.' })
  await model.held('work')
}

/** How often the API is asked where nothing tells: the usual pauses grow to a second, and most waits are shorter. */
export const often = { intervals: [100] }

/** Far more than a whole talk takes, in ms, for a machine that is busy with other things: several agents, and many turns. */
export const wholeTalk = { ...often, timeout: 180_000 }

/** Resolves when nobody has anything to do any more: what wakes somebody does so as soon as it is said. */
export async function atRest(janus: Janus): Promise<void> {
  const busy = async () => {
    const all = await body<{ name: string; status: string }[]>(janus, 'GET', '/agents')
    return all.filter(({ status }) => !/^(idle|asleep)$/.test(status))
  }
  await expect.poll(busy, wholeTalk).toEqual([])
}

/** All open links, newest first. */
export async function links(janus: Janus): Promise<readonly LinkSeen[]> {
  return (await body<{ items: LinkSeen[] }>(janus, 'GET', '/links')).items
}

/** What crossed a link, oldest first. */
export async function crossings(janus: Janus, id: string): Promise<readonly CrossingSeen[]> {
  return (await body<{ items: CrossingSeen[] }>(janus, 'GET', `/links/${id}/crossings`)).items
}
