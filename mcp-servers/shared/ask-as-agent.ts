import type { z } from 'zod'
import { apiRoutes, type ApiRoute } from '../../main/contract/api/agents-api.ts'
import type { ReportAnswers } from '../../main/contract/api/answers.ts'
import type { requests, RequestKind } from '../../main/contract/api/requests.ts'
import { askApi, encodeSegment, type ApiRequest, type RequestLimits } from './ask.ts'
import { readIdentity } from './identity.ts'

/** A request's input before its schema reads it. */
export type RawInput<K extends RequestKind> = z.input<(typeof requests)[K]>

/** An `input` function gets the milliseconds since the first attempt. Rejects with `RefusedError`. */
export type AskAsAgent = <K extends RequestKind>(
  kind: K,
  input: RawInput<K> | ((elapsed: number) => RawInput<K>),
  patience?: Partial<RequestLimits>,
) => Promise<ReportAnswers[K]>

/** Reads the identity file for every call. `usual` is the default time limit in milliseconds. */
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
    return (
      isNamed &&
      said.every(([name, value]) => input[name] === value) &&
      (rest === 0 || hasBody(route) || route.query !== undefined)
    )
  }
  const route = apiRoutes.find((one) => one.kind === kind && fits(one))
  if (route === undefined) throw new Error(`The agents API has no route for ${kind} with these fields.`)
  const { method, says = {} } = route
  const own = fieldsOf(route)
  const path = own.reduce(
    (so, name) => so.replace(`:${name}`, encodeSegment(String(input[name]))),
    route.path,
  )
  const rest = given.filter(([name]) => !own.includes(name) && !(name in says))
  if (route.query !== undefined) return { method, path: path + queryOf(rest), repeatable: true }
  return { method, path, ...(hasBody(route) ? { body: Object.fromEntries(rest) } : {}), repeatable: true }
}

const hasBody = ({ method }: ApiRoute): boolean => method === 'POST' || method === 'PATCH'

function fieldsOf({ path }: ApiRoute): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

function queryOf(fields: readonly (readonly [string, unknown])[]): string {
  const parts = fields.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
