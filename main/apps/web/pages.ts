import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import express, { Router, type Request, type RequestHandler, type Response } from 'express'
import { type Ask, isRequestKind } from '../../contract/api/requests.ts'
import type { FeedSource } from '../../ports/ports.ts'
import { connectionCount, contentGate, isOwnSite, headerValues } from '../../adapters/http/gate.ts'
import { readJson } from '../../adapters/http/json-body.ts'
import { refusal } from '../../adapters/http/refusals.ts'
import { stay, welcome } from '../../adapters/http/unauthenticated.ts'
import { enterPage, enterScript, signInPage, signInStyle } from './plain-pages.ts'
import { pageHeaders } from './page-headers.ts'
import { type CodeFor, type BrowserSession, Sessions } from './sessions.ts'

/** `files` is the folder of the built renderer. */
interface PagesOptions {
  readonly ask: Ask
  readonly feed: FeedSource
  readonly files: string
  readonly now: () => number
  readonly log: (line: string) => void
  /** A visitor has no valid code and no printed one is unused: print an address with this code. */
  readonly onUnknownVisitor?: (code: string) => void
  readonly every?: Every
  readonly sessions?: Sessions
}

const windowHeader = 'janus-window'
const buildHeader = 'Janus-Build'
/** Each browser tab keeps one connection for its feed, and a few more. */
const connectionsPerWindow = 64

export interface Pages {
  readonly router: Router
  /** Returns a one-time code: `/?code=CODE` opens the window within ten minutes. */
  newCode(of: Exclude<CodeFor, 'stranger'>): string
  /** Ends every feed. Windows reconnect, and reload if their files have changed. */
  endFeeds(): void
}

const realEvery: Every = (ms, fn) => {
  const timer = setInterval(fn, ms)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}

/** Expects the server's `Host` check before it. */
export function createPages(options: PagesOptions): Pages {
  const sessions = options.sessions ?? new Sessions(options.now)
  const router = Router({ caseSensitive: true, strict: true })
  const page = requirePage(sessions)
  const announce = () => {
    if (!sessions.hasPrinted) options.onUnknownVisitor?.(sessions.newCode('stranger'))
  }
  const known = requireWindow(sessions, announce)
  const stranger = askToSignIn(announce)
  router.use(browserGate, noHeadGate)
  router.get(['/', '/session'], signIn(sessions, stranger), (req, res) => {
    if (req.path !== '/') return res.redirect(303, '/')
    res.sendFile(join(options.files, 'index.html'))
  })
  router.get('/sign-in.css', (_req, res) => {
    res.type('css').send(signInStyle)
  })
  router.get('/enter.js', (_req, res) => {
    res.type('js').send(enterScript)
  })
  const feeds = new Set<Response>()
  router.get('/feed', known, async (_req, res) => {
    res.set(buildHeader, await buildOf(options.files))
    feeds.add(res)
    res.on('close', () => feeds.delete(res))
    streamFeed(res, options.feed, options.every ?? realEvery)
  })
  router.post('/requests/:kind', ownOriginGate, contentGate, known, answerRequest(options.ask))
  router.all(['/', '/session', '/feed', '/requests/:kind'], (req, res) => {
    const allow = req.path.startsWith('/requests/') ? 'POST' : 'GET'
    res.set('Allow', allow)
    throw refusal('method_not_allowed', `Only ${allow} here.`)
  })
  router.use(
    page,
    express.static(options.files, { index: false, dotfiles: 'ignore', redirect: false, etag: false }),
  )
  const endFeeds = (): void => {
    for (const res of feeds) res.destroy()
  }
  return { router, newCode: (of) => sessions.newCode(of), endFeeds }
}

/** The page names each file by a content hash, so its own hash identifies the build. */
async function buildOf(files: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(files, 'index.html')))
    .digest('hex')
}

/** Sets the headers of every page and refuses requests from other sites or origins. */
const browserGate: RequestHandler = (req, res, next) => {
  res.set(pageHeaders)
  const origins = headerValues(req, 'origin')
  const welcome = isOwnSite(req) || entersByCode(req)
  if (!welcome || !origins.every((origin) => origin === ownOrigin(req))) {
    throw refusal('forbidden_origin', 'Open this address by itself: type or paste it, do not follow a link.')
  }
  next()
}

/** Express answers HEAD with the GET handler, which would open a feed or use up a code. */
const noHeadGate: RequestHandler = (req, res, next) => {
  if (req.method === 'HEAD') {
    res.set('Allow', req.path.startsWith('/requests/') ? 'POST' : 'GET')
    throw refusal('method_not_allowed', 'There is no HEAD here.')
  }
  next()
}

/** The file that opens the browser redirects here, so a navigation with a code may come from anywhere. */
function entersByCode(req: Request): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = req.headers
  return (
    req.path === '/' && typeof req.query['code'] === 'string' && mode === 'navigate' && dest === 'document'
  )
}

/** Requests that change something must come from this page. */
const ownOriginGate: RequestHandler = (req, _res, next) => {
  const origins = headerValues(req, 'origin')
  if (origins.length !== 1 || origins[0] !== ownOrigin(req)) {
    throw refusal('forbidden_origin', 'Only the window of Janus may ask here.')
  }
  next()
}

/** The server has already checked `Host`. */
function ownOrigin(req: Request): string {
  return `http://${req.headers.host ?? ''}`
}

/** Browsers share cookies between ports, so the name contains the port. */
function cookieName(req: Request): string {
  return `janus-${String(req.socket.localPort)}`
}

function sessionOf(sessions: Sessions, req: Request): BrowserSession | null {
  const name = `${cookieName(req)}=`
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const found = pairs.flatMap((pair) => {
    const session = pair.startsWith(name) ? sessions.ofCookie(pair.slice(name.length)) : null
    return session === null ? [] : [session]
  })
  return found[0] ?? null
}

/** Guards the window's files, for which browsers send only the cookie; they contain no user data. */
function requirePage(sessions: Sessions): RequestHandler {
  return (req, res, next) => {
    if (sessionOf(sessions, req) === null) throw unknown()
    stay(res)
    next()
  }
}

/**
 * Requires the cookie and the key of one session: other local servers get the cookie too, since cookies
 * ignore ports, but never the key. Calls `keyless` when the key is missing, such as after the browser's
 * storage was cleared.
 */
function requireWindow(sessions: Sessions, keyless: () => void): RequestHandler {
  const count = connectionCount(connectionsPerWindow)
  return (req, res, next) => {
    const session = sessionOf(sessions, req)
    const [key, ...more] = headerValues(req, windowHeader)
    if (session === null) throw unknown()
    if (key === undefined || more.length > 0 || !sessions.opens(session, key)) {
      keyless()
      throw unknown()
    }
    welcome(req, res)
    count(session.cookie.toString('hex'), req)
    next()
  }
}

const unknown = () => refusal('unauthorized', 'Open Janus by the address in the terminal.')

/** Exchanges a code for a cookie and a key, and removes it from the address. */
function signIn(sessions: Sessions, stranger: (res: Response) => void): RequestHandler {
  return (req, res, next) => {
    const code = req.query['code']
    const secrets = typeof code === 'string' ? sessions.swap(code) : null
    if (secrets !== null) {
      res.cookie(cookieName(req), secrets.cookie, { httpOnly: true, sameSite: 'strict', path: '/' })
      res.type('html').send(enterPage(secrets.key))
    } else if (sessionOf(sessions, req) !== null) {
      stay(res)
      if (code === undefined) next()
      else res.redirect(303, '/')
    } else stranger(res)
  }
}

/** Prints a new address only when the last one is used or expired. */
function askToSignIn(announce: () => void): (res: Response) => void {
  return (res) => {
    announce()
    res.status(401).type('html').send(signInPage)
  }
}

function answerRequest(ask: Ask): RequestHandler {
  return async (req, res) => {
    const kind = req.params['kind']
    if (typeof kind !== 'string' || !isRequestKind(kind))
      throw refusal('not_found', 'There is no such request.')
    const body = await readJson(req)
    res.status(200).json(await ask({ kind: 'window' }, kind, body))
  }
}

/** A client this many bytes behind is disconnected; it reconnects and gets a new snapshot. */
const mostBehind = 16 * 1024 * 1024
const heartbeatEvery = 20_000

/** Returns the cancel function. */
type Every = (ms: number, fn: () => void) => () => void

/** Server-Sent Events: a snapshot, then each change as one `data:` line of JSON. */
function streamFeed(res: Response, feed: FeedSource, every: Every): void {
  res.status(200).set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' })
  res.flushHeaders()
  const ends: (() => void)[] = []
  let over = false
  const end = () => {
    if (over) return
    over = true
    for (const stop of ends) stop()
    res.destroy()
  }
  const write = (text: string) => {
    if (over) return
    res.write(text)
    if (res.writableLength > mostBehind) end()
  }
  res.on('close', end)
  res.on('error', end)
  ends.push(every(heartbeatEvery, () => write(': still here\n\n')))
  const leave = feed.subscribe((event) => write(`data: ${JSON.stringify(event)}\n\n`))
  if (over) leave()
  else ends.push(leave)
}
