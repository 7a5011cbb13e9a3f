import { join } from 'node:path'
import express, { Router, type Request, type RequestHandler, type Response } from 'express'
import { requests, type Ask, type RequestKind } from '../../contract/requests.ts'
import type { FeedSource } from '../../ports.ts'
import { contentGate, fromHere, headerValues } from '../../adapters/http/gate.ts'
import { readJson } from '../../adapters/http/json-body.ts'
import { refusal } from '../../adapters/http/refusals.ts'
import { streamFeed, type Every } from './feed-stream.ts'
import { pageHeaders } from './page-headers.ts'
import { Sessions } from './sessions.ts'
import { strangerPage, strangerStyle } from './stranger-page.ts'

/** What the window's pages are made of. `files`: folder of the built renderer. */
export interface PagesOptions {
  readonly ask: Ask
  readonly feed: FeedSource
  readonly files: string
  readonly now: () => number
  readonly log: (line: string) => void
  /** Somebody came without a good code: print a fresh address. At most once in ten seconds. */
  readonly onStranger?: () => void
  readonly every?: Every
}

/** The pages, to be served beside the agents API, and the codes that open them. */
export interface Pages {
  readonly router: Router
  /** A fresh one-time code: `/?code=CODE` opens the window, once, for ten minutes. */
  newCode(): string
}

const realEvery: Every = (ms, fn) => {
  const timer = setInterval(fn, ms)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}

/** Makes the window's pages: sign-in, files, requests, feed. Behind the server's own `Host` check. */
export function createPages(options: PagesOptions): Pages {
  const sessions = new Sessions(options.now)
  const router = Router({ caseSensitive: true, strict: true })
  const known = requireSession(sessions)
  const stranger = greetStranger(options)
  router.use(browserGate)
  router.get(['/', '/session'], signIn(sessions, stranger), (req, res) => {
    if (req.path !== '/') return res.redirect(303, '/')
    res.sendFile(join(options.files, 'index.html'))
  })
  router.get('/stranger.css', (_req, res) => {
    res.type('css').send(strangerStyle)
  })
  router.get('/feed', known, (_req, res) => {
    streamFeed(res, options.feed, options.every ?? realEvery)
  })
  router.post('/requests/:kind', ownOriginGate, contentGate, known, answerRequest(options.ask))
  router.all(['/', '/session', '/feed', '/requests/:kind'], (req, res) => {
    const allow = req.path.startsWith('/requests/') ? 'POST' : 'GET'
    res.set('Allow', allow)
    throw refusal('method_not_allowed', `Only ${allow} here.`)
  })
  router.use(
    known,
    express.static(options.files, { index: false, dotfiles: 'ignore', redirect: false, etag: false }),
  )
  return { router, newCode: () => sessions.newCode() }
}

/** Headers of every page; what another site began, or claims another origin, ends here. */
const browserGate: RequestHandler = (req, res, next) => {
  res.set(pageHeaders)
  const origins = headerValues(req, 'origin')
  const welcome = fromHere(req) || entersByCode(req)
  if (!welcome || !origins.every((origin) => origin === ownOrigin(req))) {
    throw refusal('forbidden_origin', 'Open this address by itself: type or paste it, do not follow a link.')
  }
  next()
}

/** The person's own file leads here (see `browser.ts`): who has a code may come from anywhere, as a whole page. */
function entersByCode(req: Request): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = req.headers
  return (
    req.path === '/' && typeof req.query['code'] === 'string' && mode === 'navigate' && dest === 'document'
  )
}

/** A request that changes something must say that it comes from this very page. */
const ownOriginGate: RequestHandler = (req, _res, next) => {
  const origins = headerValues(req, 'origin')
  if (origins.length !== 1 || origins[0] !== ownOrigin(req)) {
    throw refusal('forbidden_origin', 'Only the window of Janus may ask here.')
  }
  next()
}

/** `Host` is one of ours: the server has checked. */
function ownOrigin(req: Request): string {
  return `http://${req.headers.host ?? ''}`
}

/** Browsers share cookies between the ports of a host: the name keeps two Januses apart. */
function cookieName(req: Request): string {
  return `janus-${String(req.socket.localPort)}`
}

function hasSession(sessions: Sessions, req: Request): boolean {
  const name = cookieName(req)
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.some((pair) => pair.startsWith(`${name}=`) && sessions.holds(pair.slice(name.length + 1)))
}

function requireSession(sessions: Sessions): RequestHandler {
  return (req, _res, next) => {
    if (!hasSession(sessions, req))
      throw refusal('unauthorized', 'Open Janus by the address in the terminal.')
    next()
  }
}

const enterPage =
  '<!doctype html><link rel="icon" href="data:,"><meta http-equiv="refresh" content="0;url=/"><title>Janus</title>'

/** Swaps a code for a cookie and cleans the address; without either, says where to get a code. */
function signIn(sessions: Sessions, stranger: (res: Response) => void): RequestHandler {
  return (req, res, next) => {
    // A look ahead (HEAD) must not use up the code.
    if (req.method !== 'GET') {
      next('route')
      return
    }
    const code = req.query['code']
    const secret = typeof code === 'string' ? sessions.swap(code) : null
    if (secret !== null) {
      res.cookie(cookieName(req), secret, { httpOnly: true, sameSite: 'strict', path: '/' })
      // Led here from elsewhere, a redirect would not carry the cookie on; a page that goes on by itself does.
      if (fromHere(req)) res.redirect(303, '/')
      else res.type('html').send(enterPage)
    } else if (hasSession(sessions, req)) {
      if (code === undefined) next()
      else res.redirect(303, '/')
    } else stranger(res)
  }
}

function greetStranger({ now, onStranger }: PagesOptions): (res: Response) => void {
  let last: number | null = null
  return (res) => {
    if (last === null || now() - last >= 10_000 || now() < last) {
      last = now()
      onStranger?.()
    }
    res.status(401).type('html').send(strangerPage)
  }
}

/** The window asks by kind; the body is the input, the answer is the answer. */
function answerRequest(ask: Ask): RequestHandler {
  return async (req, res) => {
    const kind = req.params['kind']
    if (typeof kind !== 'string' || !isKind(kind)) throw refusal('not_found', 'There is no such request.')
    const body = await readJson(req)
    res.status(200).json(await ask({ kind: 'window' }, kind, body))
  }
}

function isKind(kind: string): kind is RequestKind {
  return Object.hasOwn(requests, kind)
}
