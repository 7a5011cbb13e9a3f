import type { z } from 'zod'
import { apiRoutes, type ApiRoute } from '../../main/contract/api/agents-api.ts'
import type { ReportAnswers } from '../../main/contract/api/answers.ts'
import type { requests, RequestKind } from '../../main/contract/api/requests.ts'
import { askApi, part, type ApiRequest, type Patience } from './ask.ts'
import { readIdentity } from './identity.ts'

/** A request's input before its schema reads it. */
export type RawInput<K extends RequestKind> = z.input<(typeof requests)[K]>

/**
 * Sends a request as one agent; requests may be repeated. An `input` function gets the milliseconds since the
 * first attempt. Rejects with `RefusedError`.
 */
export type AskAsAgent = <K extends RequestKind>(
  kind: K,
  input: RawInput<K> | ((elapsed: number) => RawInput<K>),
  patience?: Partial<Patience>,
) => Promise<ReportAnswers[K]>

/**
 * Asks the agents API over HTTP. Reads the identity file for every call, and sends nothing to an address
 * whose owner has ended. `usual` is the default time limit in milliseconds.
 */
export function askAsAgent(identityPath: string, usual = 10_000): AskAsAgent {
  const access = () => readIdentity(identityPath)
  return async (kind, input, patience = {}) => {
    const asked = (elapsed: number) =>
      questionOf(kind, { ...(typeof input === 'function' ? input(elapsed) : input) })
    return (await askApi(access, asked, { timeLimit: usual, ...patience })) as never
  }
}

/** Maps a request to its HTTP route. Fields that aren't in the path go into the query or the body. */
export function questionOf(kind: RequestKind, input: Readonly<Record<string, unknown>>): ApiRequest {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const fits = (route: ApiRoute): boolean => {
    const said = Object.entries(route.says ?? {})
    const rest = given.length - fieldsOf(route).length - said.length
    const isNamed = fieldsOf(route).every((name) => input[name] !== undefined)
    return isNamed && said.every(([name, value]) => input[name] === value) && (rest === 0 || carries(route))
  }
  const route = apiRoutes.find((one) => one.kind === kind && fits(one))
  if (route === undefined) throw new Error(`The agents API has no route for ${kind} with these fields.`)
  const { method, says = {} } = route
  const own = fieldsOf(route)
  const path = own.reduce((so, name) => so.replace(`:${name}`, part(String(input[name]))), route.path)
  const rest = given.filter(([name]) => !own.includes(name) && !(name in says))
  if (route.query !== undefined)
    return { method, path: path + queryOf(Object.fromEntries(rest)), repeatable: true }
  const hasBody = method === 'POST' || method === 'PATCH'
  return { method, path, ...(hasBody ? { body: Object.fromEntries(rest) } : {}), repeatable: true }
}

const carries = ({ method, query }: ApiRoute): boolean =>
  method === 'POST' || method === 'PATCH' || query !== undefined

function fieldsOf({ path }: ApiRoute): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`
}
