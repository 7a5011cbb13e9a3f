import type { Janus } from '../../shared/compose.ts'
import type { Host } from '../../../server/app/host.ts'
import type { CoreOptions, FromCore, ToCore } from '../core-messages.ts'
import { serveCore } from '../core-server.ts'
import type { ChildPart } from '../electron-parts.ts'
import { Emitter } from './emitter.ts'

/** A core's process in memory: the real server of the core over a Janus of a test; what crosses is cloned, as for real. */
export class CoreInMemory
  extends Emitter<{ message: (message: unknown) => void; exit: (code: number) => void }>
  implements ChildPart
{
  readonly pid = undefined
  #hear: (message: ToCore) => void = () => undefined
  #hasEnded = false

  constructor(compose: (options: CoreOptions, host: Host) => Promise<Janus>) {
    super()
    serveCore({
      compose,
      exit: (code) => this.end(code),
      port: {
        post: (message: FromCore) => {
          if (!this.#hasEnded) this.tell('message', structuredClone(message))
        },
        hear: (listener) => (this.#hear = listener),
      },
    })
  }

  postMessage(message: unknown): void {
    if (!this.#hasEnded) this.#hear(structuredClone(message) as ToCore)
  }

  kill(): boolean {
    this.end(0)
    return true
  }

  /** It ends, as by itself. */
  end(code: number): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.tell('exit', code)
  }
}
