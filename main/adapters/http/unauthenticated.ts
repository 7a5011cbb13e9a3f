import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Request, RequestHandler, Response } from 'express'

/** How many connections without a valid secret are served at once, and how long each may take for its headers, in ms. */
export interface UnauthenticatedLimits {
  readonly unauthenticated: number
  readonly unauthenticatedHeaders: number
}

/** How long a connection that stays may be idle, in ms. */
export const idleTime = 60_000

/** By connection: counts it as authenticated from now on. */
const waiting = new WeakMap<object, () => void>()

/**
 * Holds connections that have shown no secret apart from those that have. Strangers have little time for the first
 * headers; when there are too many, the oldest go, and nobody who is known: so they cannot lock anybody out.
 * `late` is called with a connection that took too long.
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
      // What came while main was busy is read first.
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
    // Two rounds later, so that what came along with it can be read first, and anyone who is known be known.
    setImmediate(() => setImmediate(trim))
  })
  server.on('request', ({ socket }) => {
    unauthenticated.get(socket)?.()
  })
}

/** Every request is unauthenticated until its secret was seen: its connection ends with the answer. */
export const unauthenticatedFirst: RequestHandler = (_req, res, next) => {
  res.setHeader('Connection', 'close')
  next()
}

/** The secret of this request was right: its connection stays, and is not dropped with the unauthenticated ones. */
export function welcome(req: Request, res: Response): void {
  waiting.get(req.socket)?.()
  stay(res)
}

/** The connection stays, and can be dropped with the unauthenticated ones all the same. */
export function stay(res: Response): void {
  // Anyone who has asked for the end of it gets that.
  if (!res.shouldKeepAlive) return
  res.setHeader('Connection', 'keep-alive')
  res.setHeader('Keep-Alive', `timeout=${String(idleTime / 1000)}`)
}
