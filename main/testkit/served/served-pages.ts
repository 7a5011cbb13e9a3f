import type { Ask } from '../../contract/api/requests.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FeedEvent } from '../../contract/api/feed.ts'
import type { FeedSource } from '../../ports/ports.ts'
import { createPages, type Pages } from '../../apps/web/pages.ts'
import { bytesOf, sendRaw, type RawAnswer, type RawRequest } from './raw-http.ts'
import { serve, type Served } from './served.ts'

/** A feed that the test controls. */
class FakeFeed implements FeedSource {
  readonly listeners = new Set<(event: FeedEvent) => void>()
  /** Resolves when the latest reader has left. */
  left: Promise<void> = Promise.resolve()

  subscribe(listener: (event: FeedEvent) => void): () => void {
    this.listeners.add(listener)
    listener({ kind: 'gone', agent: 'agt-snapshot00' })
    let leave = () => {}
    this.left = new Promise((resolve) => (leave = resolve))
    return () => {
      this.listeners.delete(listener)
      leave()
    }
  }

  tell(event: FeedEvent): void {
    for (const listener of this.listeners) listener(event)
  }
}

/** The window's pages on a real server in front of a fake Janus, with a minimal renderer. */
export interface ServedPages extends Served {
  readonly pages: Pages
  readonly feed: FakeFeed
  /** Callbacks of every heartbeat. */
  readonly beats: (() => void)[]
  /** The time, how often a new address was requested, and the one-time codes; a test may change them. */
  readonly dial: { now: number; strangers: number; codes: string[] }
  readonly host: string
  get(target: string, ...headers: [string, string][]): RawRequest
  /** A request as the window sends it. */
  post(cookie: string, kind: string, body: string): RawRequest
  send(request: RawRequest): Promise<RawAnswer>
  signIn(): Promise<string>
  key(cookie: string): [string, string]
}

export async function servePages(): Promise<ServedPages> {
  const files = renderer()
  const dial = { now: 1_000_000, strangers: 0, codes: [] as string[] }
  const beats: (() => void)[] = []
  const feed = new FakeFeed()
  const every = (_ms: number, fn: () => void) => {
    beats.push(fn)
    return () => void beats.splice(beats.indexOf(fn), 1)
  }
  const onUnknownVisitor = (code: string) => {
    dial.strangers++
    dial.codes.push(code)
  }
  const made: Pages[] = []
  const served = await serve({
    pages: (janus, log) => {
      const pages = createPages({
        ask: janus.ask as Ask,
        feed,
        files,
        now: () => dial.now,
        log,
        onUnknownVisitor,
        every,
      })
      made.push(pages)
      return pages.router
    },
  })
  const [pages] = made
  if (pages === undefined) throw new Error('The server made no pages.')
  const close = async () => {
    await served.close()
    rmSync(files, { recursive: true })
  }
  return { ...served, pages, feed, beats, dial, close, ...askers(served, pages) }
}

function askers(
  { server }: Served,
  pages: Pages,
): Pick<ServedPages, 'host' | 'get' | 'post' | 'send' | 'signIn' | 'key'> {
  const host = `127.0.0.1:${String(server.port)}`
  const keys = new Map<string, string>()
  const key = (cookie: string): [string, string] => ['Janus-Window', keys.get(cookie) ?? '']
  const get = (target: string, ...headers: [string, string][]): RawRequest => {
    return { method: 'GET', target, headers: [['Host', host], ...headers] }
  }
  const post = (cookie: string, kind: string, body: string): RawRequest => {
    const origin: [string, string] = ['Origin', `http://${host}`]
    const { headers } = get('/', ['Cookie', cookie], key(cookie), origin, [
      'Content-Type',
      'application/json',
    ])
    return { method: 'POST', target: `/requests/${kind}`, headers, body }
  }
  const send = (request: RawRequest) => sendRaw(server.port, bytesOf(request))
  const signIn = async () => {
    const answer = await send(get(`/?code=${pages.newCode('user')}`))
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    keys.set(cookie, /name="janus-window" content="([\w-]{43})"/.exec(answer.body)?.[1] ?? '')
    return cookie
  }
  return { host, get, post, send, signIn, key }
}

function renderer(): string {
  const files = mkdtempSync(join(tmpdir(), 'janus-pages-'))
  writeFileSync(join(files, 'index.html'), '<!doctype html><title>the window</title>')
  mkdirSync(join(files, 'assets'))
  writeFileSync(join(files, 'assets', 'app.js'), 'export {}')
  writeFileSync(join(files, '.secret'), 'x')
  return files
}
