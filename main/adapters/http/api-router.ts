import type { Report } from '../../contract/api/answers.ts'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import { apiRoutes, type ApiRoute } from '../../contract/api/agents-api.ts'
import { RefusedError } from '../../contract/api/errors.ts'
import { callerOf, abortOnClose, hasBody, refuseBody, headerValues, type ApiCaller } from './gate.ts'
import { readJson } from './json-body.ts'
import { answerMissing, refusal } from './refusals.ts'

interface ApiOptions {
  readonly ask: Report
  /** Run before every route; they set the caller. */
  readonly gates: readonly RequestHandler[]
  readonly log: (line: string) => void
}

/** Serves everything under `/api` from the contract's table of routes. */
export function createApi({ ask, gates, log }: ApiOptions): Router {
  const api = Router()
  api.use(...gates)
  api.get('/openapi.json', async (_req, res) => {
    // Loaded on demand because of its size.
    const { default: openApi } = await import('../../contract/api/openapi.json', { with: { type: 'json' } })
    send(res, openApi)
  })
  const paths = new Map<string, ApiRoute[]>()
  for (const route of apiRoutes) paths.set(route.path, [...(paths.get(route.path) ?? []), route])
  for (const [path, routes] of [...paths].sort(byParameters)) {
    const refuse = refuseMethod(routes.map(({ method }) => method).join(', '))
    const place = api.route(path)
    // Express would answer HEAD with the GET handler.
    place.head(refuse)
    for (const route of routes) place[methodName(route)](answer(route, ask, log))
    place.all(refuse)
  }
  api.use(answerMissing)
  return api
}

/** Literal segments before parameters, which would match them. */
function byParameters([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a.split(':').length - b.split(':').length
}

function methodName({ method }: ApiRoute) {
  return method.toLowerCase() as Lowercase<ApiRoute['method']>
}

function refuseMethod(allow: string): RequestHandler {
  return (_req, res) => {
    res.set('Allow', allow)
    throw refusal('method_not_allowed', `Only ${allow} here.`)
  }
}

function answer(route: ApiRoute, ask: Report, log: (line: string) => void): RequestHandler {
  return async (req, res) => {
    const caller = callerOf(res)
    const body = await bodyOf(route, req)
    const query: Record<string, unknown> = { ...req.query }
    try {
      await dropSenderClaims(ask, caller, req, body, query)
    } catch (error) {
      if (error instanceof RefusedError && error.refusal.code === 'sender_mismatch') {
        log(
          `refused sender_mismatch ${caller.kind === 'agent' ? caller.id : 'api'} ${route.method} ${route.path}`,
        )
      }
      throw error
    }
    send(res, await ask(caller, route.kind, inputOf(route, req, body, query), abortOnClose(res)))
  }
}

/** Bypasses Express, which would compute an ETag and check for a cached copy. */
function send(res: Response, answered: unknown): void {
  const body = JSON.stringify(answered) ?? ''
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  res.end(body)
}

function bodyOf(route: ApiRoute, req: Request): Promise<Record<string, unknown>> | Record<string, unknown> {
  if (route.method === 'POST' || route.method === 'PATCH') return readJson(req)
  if (route.body === 'optional' && hasBody(req)) return readJson(req)
  refuseBody(req)
  return {}
}

/** Merges path, query and body; refuses a field that is given twice. */
function inputOf(
  route: ApiRoute,
  req: Request,
  body: Record<string, unknown>,
  query: Record<string, unknown>,
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...body }
  const known: readonly string[] = route.query ?? []
  const odd = Object.keys(query).find((name) => !known.includes(name))
  if (odd !== undefined) {
    throw refusal('bad_request', `There is no ${JSON.stringify(odd.slice(0, 60))} in this address.`)
  }
  const said = Object.entries({ ...req.params, ...route.says })
  for (const [name, value] of [...Object.entries(query), ...said]) {
    if (Object.hasOwn(input, name)) throw refusal('bad_request', `"${name}" is given twice.`)
    input[name] = value
  }
  return input
}

const fields = ['from', 'sender'] as const
const headers = ['from', 'sender', 'x-from', 'x-sender', 'x-agent', 'x-janus-agent'] as const

/**
 * The token determines the sender. Removes claims of the caller's own name or id from `body` and `query`;
 * refuses any other with `sender_mismatch`.
 */
async function dropSenderClaims(
  ask: Report,
  caller: ApiCaller,
  req: Request,
  body: Record<string, unknown>,
  query: Record<string, unknown>,
): Promise<void> {
  const claims: unknown[] = headers.flatMap((name) => headerValues(req, name))
  for (const place of [body, query]) {
    for (const key of Object.keys(place)) {
      if (!fields.some((field) => field === key.toLowerCase())) continue
      claims.push(place[key])
      delete place[key]
    }
  }
  if (claims.length === 0) return
  const own = await ownNames(ask, caller)
  if (!claims.every((claim) => typeof claim === 'string' && own.includes(claim.toLowerCase()))) {
    throw refusal('sender_mismatch', 'The token says who you are; leave out who it is from.')
  }
}

async function ownNames(ask: Report, caller: ApiCaller): Promise<string[]> {
  if (caller.kind === 'api') {
    const status = await ask(caller, 'app.status', {})
    return ['user', status.user.toLowerCase()]
  }
  const agents = await ask(caller, 'agents.list', {})
  const self = agents.find((agent) => agent.id === caller.id)
  return self === undefined ? [caller.id] : [caller.id, self.name.toLowerCase()]
}
