import { constants, createWriteStream, openSync } from 'node:fs'
import { get as getHttp, Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { get as getHttps, Agent as HttpsAgent } from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { trustedCertificates, type NpmSettings } from './npm-settings.ts'

/** Thrown where the server answers, but not with the file. */
export class BadStatusError extends Error {
  override readonly name = 'BadStatusError'
  readonly status: number

  constructor(status: number) {
    super(`The server answered with ${String(status)}.`)
    this.status = status
  }
}

/** What a file is fetched with. */
export interface FetchOptions extends Pick<NpmSettings, 'proxies' | 'ca'> {
  /** The file that it goes into. */
  readonly path: string
  /** Bytes that are there already. */
  readonly have: number
  readonly signal: AbortSignal
  /** A connection that brings nothing for this long, in ms, is given up. */
  readonly patience: number
  readonly progress: (received: number, total: number | null) => void
}

const mostRedirects = 5

/** Fetches the rest of a file; all of it where the server cannot send a part. Rejects with what was wrong. */
export async function fetchFile(url: string, options: FetchOptions): Promise<void> {
  const { path, have, signal, progress } = options
  const response = await ask(url, options)
  // The server has nothing behind what is there: the hash tells whether that is the file.
  if (response.statusCode === 416) return void response.destroy()
  const goesOn = response.statusCode === 206
  const length = Number(response.headers['content-length'] ?? Number.NaN)
  let received = goesOn ? have : 0
  const total = Number.isFinite(length) ? received + length : null
  progress(received, total)
  const count = new Transform({
    transform: (piece: Buffer, _, done) => {
      received += piece.length
      progress(received, total)
      done(null, piece)
    },
  })
  await pipeline(response, count, openPart(path, goesOn), { signal })
}

/** Opens what has come so far, to go on or to begin again; a link that was put in its place is not followed. */
function openPart(path: string, goesOn: boolean) {
  const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NOFOLLOW = 0 } = constants
  const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | (goesOn ? O_APPEND : O_TRUNC)
  return createWriteStream(path, { fd: openSync(path, flags, 0o600) })
}

/** Follows redirects; resolves with the answer that has the file, or nothing behind what is there. */
async function ask(url: string, options: FetchOptions, redirects = 0): Promise<IncomingMessage> {
  const response = await request(url, options)
  const { statusCode: status = 0, headers } = response
  if (status === 200 || status === 206 || (status === 416 && options.have > 0)) return response
  response.destroy()
  if (status >= 300 && status < 400 && headers.location !== undefined && redirects < mostRedirects)
    return ask(new URL(headers.location, url).href, options, redirects + 1)
  throw new BadStatusError(status)
}

function request(url: string, options: FetchOptions): Promise<IncomingMessage> {
  const { have, signal, patience, proxies, ca } = options
  const isPlain = new URL(url).protocol === 'http:'
  const [get, Agent] = isPlain ? ([getHttp, HttpAgent] as const) : ([getHttps, HttpsAgent] as const)
  const headers = {
    'accept-encoding': 'identity',
    'user-agent': 'janus',
    ...(have > 0 ? { range: `bytes=${String(have)}-` } : {}),
  }
  const agent = new Agent({ proxyEnv: { ...proxies } })
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | null = null
    const trusted = isPlain ? {} : { ca: trustedCertificates(ca) }
    const asked = get(url, { agent, headers, signal, ...trusted }, (response) => {
      answer = response
      resolve(response)
    })
    asked.setTimeout(patience, () => {
      const late = Object.assign(new Error('Nothing came any more.'), { code: 'ETIMEDOUT' })
      // An answer that has begun is what fails.
      ;(answer ?? asked).destroy(late)
    })
    asked.on('error', reject)
  })
}
