import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The system's Python, which has the distribution's packages. */
const python = '/usr/bin/python3'

/** A D-Bus bus with a fake logind. */
export interface FakeLogind {
  /** Variables that point a program to it. */
  readonly environment: Readonly<Record<string, string>>
  /** Announces a shutdown; returns how the program reacted. */
  shutDown(): Promise<string>
  end(): Promise<void>
}

/** Requires D-Bus and its Python bindings. */
export function hasLogind(): boolean {
  const succeeds = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
  return succeeds('dbus-daemon', '--version') && succeeds(python, '-c', 'import dbus, gi')
}

export async function startLogind(): Promise<FakeLogind> {
  const place = mkdtempSync(join(tmpdir(), 'janus-bus-'))
  writeFileSync(join(place, 'bus.conf'), configuration)
  const bus = spawn(
    'dbus-daemon',
    [`--config-file=${join(place, 'bus.conf')}`, '--nofork', '--print-address'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const address = await firstLine(bus.stdout)
  const environment = { DBUS_SYSTEM_BUS_ADDRESS: address, DBUS_SESSION_BUS_ADDRESS: address }
  const logind = spawn(python, [join(import.meta.dirname, 'logind.py')], {
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
      rmSync(place, { recursive: true })
    },
  }
}

/** Any user may connect: tests run as root start the app as another user. */
const configuration = `
  <busconfig>
    <type>session</type>
    <listen>unix:tmpdir=${tmpdir()}</listen>
    <auth>EXTERNAL</auth>
    <policy context="default">
      <allow user="*"/>
      <allow own="*"/>
      <allow send_destination="*"/>
      <allow receive_sender="*"/>
    </policy>
  </busconfig>`

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  const [line] = (await once(createInterface({ input: stream }), 'line')) as [string]
  return line
}
