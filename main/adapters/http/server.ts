import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import express, { type Express, type Router } from 'express'
import type { Report } from '../../contract/api/answers.ts'
import type { FormerHolders } from '../../ports/denials.ts'
import type { Identities } from '../../ports/ports.ts'
import { createApi } from './api-router.ts'
import { createHookRouter, type HookCall } from './hook-router.ts'
import { callerGates, hostGate, plainHeaders, AskingRate } from './gate.ts'
import { routeName, type NoteDenial } from './note-refusal.ts'
import { answerErrors, answerMissing } from './refusals.ts'
import {
  idleTime,
  unauthenticatedFirst,
  limitUnauthenticated,
  type UnauthenticatedLimits,
} from './unauthenticated.ts'
import type { OpenTools } from '../../ports/tools.ts'
import { createToolRouter } from './tool-router.ts'

/** Times in milliseconds. */
export interface HttpLimits extends UnauthenticatedLimits {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly connectionsPerToken: number
}

const usualLimits: HttpLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  unauthenticated: 256,
  unauthenticatedHeaders: 2_000,
  connectionsPerToken: 64,
}

/** `port` 0: any. `pages`: serves everything outside `/api`. */
interface ServerOptions {
  readonly ask: Report
  readonly hooks?: HookCall
  readonly identities: Identities & FormerHolders
  readonly port: number
  readonly log: (line: string) => void
  readonly note: NoteDenial
  readonly pages?: Router
  /** Served under `/mcp`. */
  readonly tools?: OpenTools
  readonly limits?: Partial<HttpLimits>
  /** Shared with the agent's requests over other transports. */
  readonly rate?: AskingRate
}

/** `url`: no trailing slash; the agents API is at `url/api`. */
export interface RunningServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/**
 * Listens on 127.0.0.1 only: on the wanted port, one of the next twenty, or any. Rejects when none is free.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const limits = { ...usualLimits, ...options.limits }
  const app = createApp(options, limits)
  const server = createServer(
    {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      connectionsCheckingInterval: Math.min(1000, limits.headersTimeout),
      keepAliveTimeout: idleTime,
      maxHeaderSize: 16 * 1024,
      // The host gate answers a missing Host like a wrong one.
      requireHostHeader: false,
    },
    app,
  )
  limitUnauthenticated(server, limits, answerLate)
  server.on('upgrade', refuseUpgrade(options.note))
  server.on('connect', refuseUpgrade(options.note))
  server.on('clientError', answerBroken)
  const port = await listen(server, options.port)
  return {
    url: `http://127.0.0.1:${String(port)}`,
    port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function createApp(options: ServerOptions, limits: HttpLimits): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use(unauthenticatedFirst, plainHeaders, hostGate)
  const { identities, rate = new AskingRate() } = options
  const gates = callerGates(identities, limits.connectionsPerToken, rate)
  if (options.hooks) app.use('/api/hooks', createHookRouter(options.hooks))
  app.use('/api', createApi({ ask: options.ask, gates, log: options.log }))
  if (options.tools !== undefined) app.use(createToolRouter({ open: options.tools, gates }))
  if (options.pages !== undefined) app.use(options.pages)
  app.use(answerMissing)
  app.use(answerErrors(options.log, options.note))
  return app
}

async function listen(server: Server, wanted: number): Promise<number> {
  const tries = wanted === 0 ? [0] : [...Array.from({ length: 21 }, (_, i) => wanted + i), 0]
  for (const port of tries) {
    if (port > 65_535) continue
    if (await tryPort(server, port)) return assertLoopback(server)
  }
  throw new Error('No port could be had on 127.0.0.1.')
}

function tryPort(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.removeListener('listening', listening)
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    }
    const listening = () => {
      server.removeListener('error', failed)
      resolve(true)
    }
    server.once('error', failed)
    server.once('listening', listening)
    server.listen({ host: '127.0.0.1', port, exclusive: true })
  })
}

function assertLoopback(server: Server): number {
  const address = server.address() as AddressInfo
  if (address.address !== '127.0.0.1') {
    server.close()
    throw new Error(`Listening on ${address.address} instead of 127.0.0.1.`)
  }
  return address.port
}

/** Janus supports neither WebSockets nor tunnels. */
function refuseUpgrade(note: NoteDenial) {
  return ({ method, url }: IncomingMessage, socket: Duplex): void => {
    note({ code: 'forbidden_origin', by: { kind: 'stranger' }, route: routeName(method, url) })
    endRaw(socket, '403 Forbidden', 'forbidden_origin', 'Janus does not change protocols.')
  }
}

function answerBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    answerLate(socket)
  } else if (error.code === 'HPE_HEADER_OVERFLOW') {
    endRaw(socket, '431 Request Header Fields Too Large', 'bad_request', 'The headers are too large.')
  } else {
    endRaw(socket, '400 Bad Request', 'bad_request', 'This is not HTTP.')
  }
}

function answerLate(socket: Duplex): void {
  endRaw(socket, '408 Request Timeout', 'bad_request', 'The request took too long to arrive.')
}

function endRaw(socket: Duplex, status: string, code: string, message: string): void {
  const body = JSON.stringify({ error: { code, message } })
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.on('error', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
