import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Request, RequestHandler, Response } from 'express'

/** How many strangers are served at once, and how long each may take to say what it wants, in ms. */
export interface StrangerLimits {
  readonly strangers: number
  readonly strangerHeaders: number
}

/** How long a connection that stays may be idle, in ms. */
export const idleTime = 60_000

/** What ends being a stranger, by connection. */
const waiting = new WeakMap<object, () => void>()

/**
 * Holds connections that have shown no secret apart from those that have. Strangers have little time for the first
 * headers; when there are too many, the oldest go, and nobody who is known: so they cannot lock anybody out.
 * `late` is called with a connection that took too long.
 */
export function watchStrangers(server: Server, limits: StrangerLimits, late: (socket: Socket) => void): void {
  const strangers = new Map<Socket, () => void>()
  let isTrimming = false
  const trim = () => {
    isTrimming = false
    for (const [socket] of strangers) {
      if (strangers.size <= limits.strangers) break
      strangers.delete(socket)
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
    }, limits.strangerHeaders)
    timer.unref()
    const ask = () => {
      hasAsked = true
      clearTimeout(timer)
    }
    const settle = () => {
      ask()
      strangers.delete(socket)
    }
    strangers.set(socket, ask)
    waiting.set(socket, settle)
    socket.once('close', settle)
    if (isTrimming || strangers.size <= limits.strangers) return
    isTrimming = true
    // Two rounds later, so that what came along with it can be read first, and anyone who is known be known.
    setImmediate(() => setImmediate(trim))
  })
  server.on('request', ({ socket }) => {
    strangers.get(socket)?.()
  })
}

/** Every request is a stranger's until its secret was seen: its connection ends with the answer. */
export const strangerFirst: RequestHandler = (_req, res, next) => {
  res.setHeader('Connection', 'close')
  next()
}

/** The secret of this request was right: its connection stays, and is not dropped with the strangers'. */
export function welcome(req: Request, res: Response): void {
  waiting.get(req.socket)?.()
  stay(res)
}

/** The connection stays, and can be dropped with the strangers' all the same. */
export function stay(res: Response): void {
  // Anyone who has asked for the end of it gets that.
  if (!res.shouldKeepAlive) return
  res.setHeader('Connection', 'keep-alive')
  res.setHeader('Keep-Alive', `timeout=${String(idleTime / 1000)}`)
}
