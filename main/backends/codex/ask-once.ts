import { spawn } from 'node:child_process'
import { LineGuard } from '../../adapters/processes/lines.ts'
import { isCodexMessage, Rpc, shakeHands } from './rpc.ts'

/** Milliseconds for all questions of a visit. */
const patience = 30_000

export interface Codex {
  readonly path: string
  readonly environment: Readonly<Record<string, string>>
  readonly gate: Gate
  /** Kills it. */
  readonly signal?: AbortSignal
}

export interface Bystander {
  readonly rpc: Rpc
  /** Resolves when it has ended, with an error text if it could not be started, else empty. */
  readonly gone: Promise<string>
  /** Closes its input; after `limit` it is killed anyway. */
  end(): void
}

/** Starts a Codex that lives at most `limit` milliseconds. */
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

/** Starts a Codex for one request. Rejects with its error, or if it can't be reached. */
export function askOnce<R>(codex: Codex, method: string, params: unknown): Promise<R> {
  return visit(codex, (rpc) => rpc.request<R>(method, params))
}

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
 * Lets the first Codex of a home become ready alone: two that create or update the files of a home at the
 * same time conflict, and one of them exits.
 */
export class Gate {
  #first: Promise<void> | null = null

  /** Resolves when the next Codex may start; call the result once it is ready or has ended. */
  async pass(): Promise<() => void> {
    const first = this.#first
    let open = (): void => {}
    this.#first ??= new Promise((resolve) => (open = resolve))
    await first
    return open
  }
}
