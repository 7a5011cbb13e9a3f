import { constants, createWriteStream, openSync } from 'node:fs'
import { get as getHttp, Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { get as getHttps, Agent as HttpsAgent } from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { trustedCertificates, type NpmSettings } from './npm-settings.ts'

/** The server answered with an error status. */
export class BadStatusError extends Error {
  override readonly name = 'BadStatusError'
  readonly status: number

  constructor(status: number) {
    super(`The server answered with ${String(status)}.`)
    this.status = status
  }
}

interface FetchOptions extends Pick<NpmSettings, 'proxies' | 'ca'> {
  readonly path: string
  /** Bytes already downloaded; the rest is requested. */
  readonly have: number
  readonly signal: AbortSignal
  /** Milliseconds without data after which the connection is closed. */
  readonly patience: number
  readonly progress: (received: number, total: number | null) => void
}

const mostRedirects = 5

/** Downloads the rest of a file, or all of it if the server doesn't support ranges. */
export async function fetchFile(url: string, options: FetchOptions): Promise<void> {
  const { path, have, signal, progress } = options
  const response = await ask(url, options)
  // The file is complete or wrong; the caller checks the hash.
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

/** Does not follow a link that was put in place of the file. */
function openPart(path: string, goesOn: boolean) {
  const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NOFOLLOW = 0 } = constants
  const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | (goesOn ? O_APPEND : O_TRUNC)
  return createWriteStream(path, { fd: openSync(path, flags, 0o600) })
}

/** Follows redirects. Resolves with status 200, 206 or, for a range, 416. */
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
      // Destroying the request after the response began would not fail the stream.
      ;(answer ?? asked).destroy(late)
    })
    asked.on('error', reject)
  })
}
