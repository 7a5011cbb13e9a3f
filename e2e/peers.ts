import { madeNames } from './desk.ts'
import { expect } from './app.ts'
import type { Janus } from './janus.ts'
import type { Model } from './model.ts'
import type { Place } from './place.ts'

/** A link of the API; only the fields that tests use. */
export interface LinkSeen {
  readonly id: string
  readonly state: string
  readonly pauseReason: string | null
  readonly budget: { readonly allowed: number; readonly used: number; readonly left: number }
}

/** A message over a link, of the API; only the fields that tests use. */
export interface CrossingSeen {
  readonly fromName: string
  readonly kind: 'said' | 'silent'
  readonly text: string
  readonly sent: readonly { readonly toName: string; readonly state: string }[]
}

export const call = (tool: string, input: object): string => `call: ${tool} ${JSON.stringify(input)}`

/** Calls the API as the user, expects 200, and returns the answer. */
export async function body<T>(janus: Janus, method: string, path: string, input?: unknown): Promise<T> {
  const answer = await janus.api(method, path, input)
  expect(answer, `${method} ${path}: ${JSON.stringify(answer.body)}`).toMatchObject({ status: 200 })
  return answer.body as T
}

export async function makeAgents(janus: Janus, place: Place, ...names: string[]): Promise<void> {
  for (const name of names) {
    madeNames.add(name)
    await body(janus, 'POST', '/agents', { name, cwd: place.work })
  }
}

/** Prompts an agent as the user; returns its final text. */
export async function ask(janus: Janus, agent: string, ...lines: string[]): Promise<string> {
  const input = { message: lines.join('\n'), awaitMs: 50_000 }
  const { reply } = await body<{ reply?: { text: string } }>(janus, 'POST', `/agents/${agent}/message`, input)
  return reply?.text ?? ''
}

/** Starts a turn for the user that waits at `work`. */
export async function beginTurn(janus: Janus, model: Model, name: string): Promise<void> {
  await body(janus, 'POST', `/agents/${name}/message`, { message: 'say: Begun.\nwait: work\nsay: Done.' })
  await model.held('work')
}

/** Polls faster than the default, whose pauses grow to a second. */
export const often = { intervals: [100] }

/** Milliseconds that allow a whole conversation of several agents on a busy machine. */
export const wholeTalk = { ...often, timeout: 180_000 }

export async function atRest(janus: Janus): Promise<void> {
  const busy = async () => {
    const all = await body<{ name: string; status: string }[]>(janus, 'GET', '/agents')
    return all.filter(({ status }) => !/^(idle|asleep)$/.test(status))
  }
  await expect.poll(busy, wholeTalk).toEqual([])
}

export async function links(janus: Janus): Promise<readonly LinkSeen[]> {
  return (await body<{ items: LinkSeen[] }>(janus, 'GET', '/links')).items
}

export async function crossings(janus: Janus, id: string): Promise<readonly CrossingSeen[]> {
  return (await body<{ items: CrossingSeen[] }>(janus, 'GET', `/links/${id}/crossings`)).items
}
