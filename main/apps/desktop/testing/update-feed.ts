import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const keyPair = () => generateKeyPairSync('ed25519')

export class UpdateFeed {
  readonly #keys = keyPair()
  readonly #files = new Map<string, Buffer>()
  readonly #server = createServer((request, response) => this.#answer(request, response))
  readonly asked: string[] = []
  lastHeaders: IncomingMessage['headers'] = {}
  /** Cuts the connection after this many bytes of a file; null for never. */
  cutAfter: number | null = null
  isDown = false

  get key(): string {
    return this.#keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  /** `hashOf` is the file whose hash is published instead. */
  publish(version: string, file: Buffer, { name = `Janus-${version}.AppImage`, hashOf = file } = {}): void {
    const sha512 = createHash('sha512').update(hashOf).digest('base64')
    this.put(name, file)
    this.describe(
      `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${String(hashOf.length)}\n`,
    )
  }

  describe(text: string, signer: 'publisher' | 'other' | 'nobody' = 'publisher'): void {
    this.put('latest-linux.yml', Buffer.from(text))
    const key = signer === 'publisher' ? this.#keys.privateKey : keyPair().privateKey
    if (signer === 'nobody') this.#files.delete('latest-linux.yml.sig')
    else this.put('latest-linux.yml.sig', Buffer.from(sign(null, Buffer.from(text), key).toString('base64')))
  }

  get description(): string {
    return this.#files.get('latest-linux.yml')?.toString() ?? ''
  }

  clear(): void {
    this.#files.clear()
  }

  put(name: string, content: Buffer): void {
    this.#files.set(name, content)
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.isDown) return void response.destroy()
    const name = new URL(request.url ?? '', 'http://feed').pathname.slice(1)
    this.asked.push(name)
    this.lastHeaders = request.headers
    const content = this.#files.get(name)
    if (content === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-length': content.length })
    if (this.cutAfter === null || name.includes('.yml')) return void response.end(content)
    response.write(content.subarray(0, this.cutAfter), () => response.destroy())
  }
}
