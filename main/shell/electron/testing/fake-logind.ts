import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A system whose power is ours: a bus with a logind on it. */
export interface FakeLogind {
  /** By which a program finds it. */
  readonly environment: Readonly<Record<string, string>>
  /** The machine goes down; answers what the program did about it. */
  shutDown(): Promise<string>
  end(): Promise<void>
}

/** Starts one. */
export async function startLogind(): Promise<FakeLogind> {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const address = await firstLine(bus.stdout)
  const environment = { DBUS_SYSTEM_BUS_ADDRESS: address, DBUS_SESSION_BUS_ADDRESS: address }
  // The system's own Python has the system's packages.
  const logind = spawn('/usr/bin/python3', [join(import.meta.dirname, 'logind.py')], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: logind.stdout })[Symbol.asyncIterator]()
  const next = async () => String((await lines.next()).value)
  if ((await next()) !== 'up') throw new Error('There is no logind (python3-dbus, python3-gi).')
  return {
    environment,
    shutDown: () => {
      logind.stdin.write('down\n')
      return next()
    },
    end: async () => {
      const ended = [logind, bus].map((program) => once(program, 'exit'))
      logind.kill()
      bus.kill()
      await Promise.all(ended)
    },
  }
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  const [line] = (await once(createInterface({ input: stream }), 'line')) as [string]
  return line
}
