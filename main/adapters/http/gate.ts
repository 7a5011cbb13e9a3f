import type { Request, RequestHandler, Response } from 'express'
import type { Caller } from '../../contract/api/requests.ts'
import type { FormerHolders } from '../../ports/denials.ts'
import type { Identities } from '../../ports/ports.ts'
import type { DeniedRequest } from '../../contract/app/denied-requests.ts'
import { refusal } from './refusals.ts'
import { welcome } from './unauthenticated.ts'
import type { AgentId } from '../../contract/api/model.ts'

/**
 * Gates before the routes, in this order: our headers, host, origin, content type, token, rate. The route
 * checks size and schema. A refusal reveals nothing about later gates.
 */

/** The window does not use the agents API. */
export type ApiCaller = Exclude<Caller, { kind: 'window' }>

export const plainHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Cache-Control', 'no-store')
  next()
}

/** Allows only our own host names, against DNS rebinding. */
export const hostGate: RequestHandler = (req, _res, next) => {
  const port = String(req.socket.localPort)
  const known = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]
  const hosts = headerValues(req, 'host')
  if (!req.originalUrl.startsWith('/') || hosts.length !== 1 || !known.includes(hosts[0] ?? '')) {
    throw refusal('forbidden_host', 'Ask 127.0.0.1, with its port, directly.')
  }
  next()
}

/** Refuses browsers: anything with an origin or from another site. */
export const noOriginGate: RequestHandler = (req, _res, next) => {
  if (headerValues(req, 'origin').length > 0 || !isOwnSite(req)) {
    throw refusal('forbidden_origin', 'The agents API does not answer to web pages.')
  }
  next()
}

/** True unless a browser reports another site. */
export function isOwnSite(req: Request): boolean {
  const sites = headerValues(req, 'sec-fetch-site')
  return sites.every((site) => site === 'same-origin' || site === 'none')
}

export function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

export function refuseBody(req: Request): void {
  if (hasBody(req)) throw refusal('bad_request', `A ${req.method} has no body here.`)
}

/** Bodies must be uncompressed UTF-8 JSON. POST and PATCH need one; DELETE may have one. */
export const contentGate: RequestHandler = (req, _res, next) => {
  const writes = req.method === 'POST' || req.method === 'PATCH'
  const has = hasBody(req)
  if (writes || has) {
    const type = headerValues(req, 'content-type')
    const json = type.length === 1 && /^application\/json *(; *charset="?utf-8"?)?$/i.test(type[0] ?? '')
    const packed = (req.headers['content-encoding'] ?? 'identity') !== 'identity'
    if (!json || packed) {
      throw refusal('unsupported_media_type', 'Send JSON, uncompressed, with Content-Type: application/json.')
    }
  }
  // Other methods get 405 from the router.
  if (req.method === 'GET' || req.method === 'HEAD') refuseBody(req)
  next()
}

/** Looks the token up on every request, since it can be revoked. The refusal is the same for every route. */
function tokenGate(identities: Identities & FormerHolders): RequestHandler {
  return (req, res, next) => {
    const values = headerValues(req, 'authorization')
    const token =
      values.length === 1 ? /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(values[0] ?? '')?.[1] : undefined
    const holder = token === undefined ? null : identities.holder(token)
    if (holder === null) {
      res.locals['untaken'] = untaken(identities, values, token)
      res.set('WWW-Authenticate', 'Bearer')
      throw refusal('unauthorized', 'This needs a token.')
    }
    res.locals['caller'] = holder
    welcome(req, res)
    next()
  }
}

/** Why a token was refused; for the log only, the response doesn't say. */
export type Untaken = Pick<DeniedRequest, 'by' | 'token'>

function untaken(identities: FormerHolders, values: readonly string[], token: string | undefined): Untaken {
  const former = token === undefined ? null : identities.formerHolder(token)
  if (former !== null) return { by: { kind: 'agent', id: former }, token: 'revoked' }
  return { by: { kind: 'stranger' }, token: values.length === 0 ? 'none' : 'unknown' }
}

export function callerOf(res: Response): ApiCaller {
  return res.locals['caller'] as ApiCaller
}

function rateGate(connections: number, rate: AskingRate): RequestHandler {
  const count = connectionCount(connections)
  return (req, res, next) => {
    const caller = callerOf(res)
    const who = caller.kind === 'agent' ? caller.id : 'api'
    count(who, req)
    if (caller.kind === 'agent') rate.count(caller.id)
    next()
  }
}

/** The returned function throws when the token has more than `most` open connections. */
export function connectionCount(most: number): (who: string, req: Request) => void {
  const sockets = new Map<string, Set<unknown>>()
  return (who, req) => {
    const open = sockets.get(who) ?? new Set()
    if (open.has(req.socket)) return
    if (open.size >= most) {
      req.res?.set('Connection', 'close')
      throw refusal('too_many', `At most ${String(most)} connections with one token; close some.`, 1)
    }
    open.add(req.socket)
    sockets.set(who, open)
    req.socket.once('close', () => {
      open.delete(req.socket)
      if (open.size === 0 && sockets.get(who) === open) sockets.delete(who)
    })
  }
}

/** Gates for everything that takes tokens. The rate is shared by all of it. */
export function callerGates(
  identities: Identities & FormerHolders,
  connections: number,
  rate: AskingRate,
): readonly RequestHandler[] {
  return [noOriginGate, contentGate, tokenGate(identities), rateGate(connections, rate)]
}

/** Aborts when the client disconnects before the response is complete. */
export function abortOnClose(res: Response): AbortSignal {
  const left = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) left.abort()
  })
  return left.signal
}

/** Includes repeated headers, which Node's `headers` drops or joins. */
export function headerValues(req: Request, name: string): string[] {
  const values: string[] = []
  for (let i = 0; i + 1 < req.rawHeaders.length; i += 2) {
    if (req.rawHeaders[i]?.toLowerCase() === name) values.push(req.rawHeaders[i + 1] ?? '')
  }
  return values
}

/** Milliseconds. */
const minute = 60_000

/** Counts an agent's requests over all routes. */
export class AskingRate {
  readonly #perMinute: number
  readonly #now: () => number
  readonly #windows = new Map<AgentId, { readonly from: number; count: number }>()

  /** `now`: a monotonic clock in milliseconds. */
  constructor(perMinute = 600, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute
    this.#now = now
  }

  /** Throws a refusal above the limit. */
  count(agent: AgentId): void {
    const at = this.#now()
    let window = this.#windows.get(agent)
    if (window === undefined || at >= window.from + minute || at < window.from) {
      window = { from: at, count: 0 }
      this.#windows.set(agent, window)
    }
    if (window.count >= this.#perMinute) {
      const wait = Math.max(1, Math.ceil((window.from + minute - at) / 1000))
      const most = String(this.#perMinute)
      throw refusal('too_many', `At most ${most} requests a minute; wait ${String(wait)} s.`, wait)
    }
    window.count++
  }
}
