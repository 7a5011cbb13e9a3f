import { connect, type Socket } from 'node:net'

/** An answer from a raw socket. Header names are lower case. */
export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** The parts of a request, valid or not. */
export interface RawRequest {
  readonly method: string
  readonly target: string
  /** In order, with repeats; nothing is added. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | Buffer
}

/** Serializes a request; a body gets a `Content-Length` unless the headers have a length or an encoding. */
export function bytesOf({ method, target, headers, body }: RawRequest): Buffer {
  const named = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  const length =
    body === undefined || named ? [] : [['Content-Length', String(Buffer.byteLength(body))] as const]
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, Buffer.from(body)])
}

/** Sends bytes on a new connection and reads one answer; rejects when none comes. */
export function sendRaw(port: number, bytes: Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port })
    readAnswer(socket).then(resolve, reject)
    socket.write(bytes)
  })
}

/** Reads one answer from a socket, then destroys it. */
export function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let got = Buffer.alloc(0)
    const finish = (closed: boolean) => {
      const answer = parse(got, closed)
      if (answer === null) return
      resolve(answer)
      socket.destroy()
    }
    socket.on('data', (chunk: Buffer) => {
      got = Buffer.concat([got, chunk])
      finish(false)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      finish(true)
      reject(new Error(`The connection closed without an answer: ${JSON.stringify(got.toString('latin1'))}`))
    })
  })
}

function parse(got: Buffer, closed: boolean): RawAnswer | null {
  const end = got.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = got.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  if (status === 100) return parse(got.subarray(end + 4), closed)
  const headers = new Map(lines.map((line) => headerOf(line)))
  const body = got.subarray(end + 4)
  const length = headers.get('content-length')
  const whole = closed || status === 304 || (length !== undefined && body.length >= Number(length))
  return whole ? { status, headers, body: body.toString() } : null
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}
