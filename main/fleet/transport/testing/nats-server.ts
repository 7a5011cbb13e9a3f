import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

export const natsServer: string | null = (() => {
  const program = process.env['JANUS_NATS_SERVER'] ?? 'nats-server'
  return spawnSync(program, ['--version']).status === 0 ? program : null
})()

export interface RunningServer {
  readonly process: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<void>
  reload(): Promise<void>
}

export async function startServer(configuration: string): Promise<RunningServer> {
  const child = spawn(natsServer ?? 'nats-server', ['-c', configuration], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  const waiting = new Map<string, () => void>()
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line)
    for (const [words, tell] of waiting) if (line.includes(words)) tell()
  })
  const until = (words: string): Promise<void> => new Promise((resolve) => waiting.set(words, resolve))
  const failed = ended.then(() => {
    throw new Error(`nats-server has ended:\n${said.slice(-10).join('\n')}`)
  })
  failed.catch(() => {})
  await Promise.race([until('Server is ready'), failed])
  return {
    process: child,
    stop: async (signal = 'SIGKILL') => {
      child.kill(signal)
      await ended
    },
    reload: async () => {
      const told = until('Reloaded server configuration')
      child.kill('SIGHUP')
      await Promise.race([told, failed])
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
