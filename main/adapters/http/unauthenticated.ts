import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Request, RequestHandler, Response } from 'express'

/** Cap on open connections without a valid secret, and milliseconds each has for its headers. */
export interface UnauthenticatedLimits {
  readonly unauthenticated: number
  readonly unauthenticatedHeaders: number
}

/** Milliseconds. */
export const idleTime = 60_000

/** By socket: marks it as authenticated. */
const waiting = new WeakMap<object, () => void>()

/**
 * Tracks connections that have shown no secret. They have little time for their first headers, and above
 * the cap the oldest are closed, so they can't lock out authenticated ones. `late` gets a connection that
 * took too long.
 */
export function limitUnauthenticated(
  server: Server,
  limits: UnauthenticatedLimits,
  late: (socket: Socket) => void,
): void {
  const unauthenticated = new Map<Socket, () => void>()
  let isTrimming = false
  const trim = () => {
    isTrimming = false
    for (const [socket] of unauthenticated) {
      if (unauthenticated.size <= limits.unauthenticated) break
      unauthenticated.delete(socket)
      socket.destroy()
    }
  }
  server.on('connection', (socket) => {
    let hasAsked = false
    const timer = setTimeout(() => {
      // Data that arrived while the main thread was busy is read first.
      setImmediate(() => {
        if (!hasAsked) late(socket)
      })
    }, limits.unauthenticatedHeaders)
    timer.unref()
    const ask = () => {
      hasAsked = true
      clearTimeout(timer)
    }
    const settle = () => {
      ask()
      unauthenticated.delete(socket)
    }
    unauthenticated.set(socket, ask)
    waiting.set(socket, settle)
    socket.once('close', settle)
    if (isTrimming || unauthenticated.size <= limits.unauthenticated) return
    isTrimming = true
    // Waits two event loop turns, so that requests that just arrived can authenticate first.
    setImmediate(() => setImmediate(trim))
  })
  server.on('request', ({ socket }) => {
    unauthenticated.get(socket)?.()
  })
}

/** Closes the connection after the response unless a later gate authenticates the request. */
export const unauthenticatedFirst: RequestHandler = (_req, res, next) => {
  res.setHeader('Connection', 'close')
  next()
}

/** Keeps the connection open and takes it out of the unauthenticated ones. */
export function welcome(req: Request, res: Response): void {
  waiting.get(req.socket)?.()
  stay(res)
}

/** Keeps the connection open, but it still counts as unauthenticated. */
export function stay(res: Response): void {
  // The client asked to close it.
  if (!res.shouldKeepAlive) return
  res.setHeader('Connection', 'keep-alive')
  res.setHeader('Keep-Alive', `timeout=${String(idleTime / 1000)}`)
}
