import { spawn } from 'node:child_process'
import { LineGuard } from '../../adapters/processes/lines.ts'
import { isCodexMessage, Rpc, shakeHands } from './rpc.ts'

/** Longest that one question takes, in ms. */
const patience = 30_000

/** A program, what it may see, and when it may be started. */
export interface Codex {
  readonly path: string
  readonly environment: Readonly<Record<string, string>>
  readonly gate: Gate
  /** Ends it by force. */
  readonly signal?: AbortSignal
}

/** A Codex with no conversation. */
export interface Bystander {
  readonly rpc: Rpc
  /** Resolves when it is gone; the words are those of a program that could not be started, else empty. */
  readonly gone: Promise<string>
  /** Ends it: its input ends, and after `limit` ms it is ended by force in any case. */
  end(): void
}

/** Starts one. `limit` in ms: how long it may live. */
export async function startBystander(
  { path, environment, gate, signal }: Codex,
  limit: number,
  notified: (method: string, params: unknown) => void,
): Promise<Bystander> {
  const open = await gate.pass()
  const child = spawn(path, ['app-server'], {
    env: { ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    timeout: limit,
    killSignal: 'SIGKILL',
    ...(signal === undefined ? {} : { signal }),
  })
  child.stdin.on('error', () => {})
  const gone = new Promise<string>((resolve) => {
    child.once('close', () => resolve(''))
    child.once('error', (error) => resolve(error.message))
  })
  void gone.then(open)
  const output = child.stdout.pipe(new LineGuard(() => {}, undefined, isCodexMessage))
  const rpc = new Rpc(output, child.stdin, {
    notified,
    asked: (id) => rpc.refuse(id, 'Janus does not answer this request.'),
  })
  void gone.then(() => output.end())
  return { rpc, gone, end: () => child.stdin.end() }
}

/** Asks one thing of a Codex that is started for it and ends with it. Rejects with its words, or when it is not there. */
export function askOnce<R>(codex: Codex, method: string, params: unknown): Promise<R> {
  return visit(codex, (rpc) => rpc.request<R>(method, params))
}

/** The same with several questions. */
export async function visit<R>(codex: Codex, ask: (rpc: Rpc) => Promise<R>): Promise<R> {
  const { rpc, gone, end } = await startBystander(codex, patience, () => {})
  try {
    await shakeHands(rpc)
    return await ask(rpc)
  } finally {
    end()
    await gone
  }
}

/**
 * Until the first Codex of a home is ready it is alone there: two that make or renew the files of one home at once get
 * in each other's way, and one of them ends.
 */
export class Gate {
  #first: Promise<void> | null = null

  /** Resolves when one may be started; the answer is called when it is ready, or over. */
  async pass(): Promise<() => void> {
    const first = this.#first
    let open = (): void => {}
    this.#first ??= new Promise((resolve) => (open = resolve))
    await first
    return open
  }
}
