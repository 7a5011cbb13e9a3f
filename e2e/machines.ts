import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test as withOwnApp } from './app.ts'
import { Desk } from './desk.ts'
import { Janus } from './janus.ts'
import type { Model } from './model.ts'
import { Place } from './place.ts'

/** nats-server carries messages between a fleet's machines. */
const hasServer = spawnSync('nats-server', ['--version']).status === 0

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

const servers = new Set<ChildProcess>()

/** Starts the broker of a machine that has created a fleet. */
export async function serverOf(machine: Janus): Promise<void> {
  const configuration = join(machine.place.state, 'fleet', 'server', 'nats-server.conf')
  const server = spawn('nats-server', ['-c', configuration], { stdio: ['ignore', 'ignore', 'pipe'] })
  servers.add(server)
  // Reads all output: a full pipe would block the server.
  await new Promise<void>((ready) => {
    server.stderr.on('data', (said) => String(said).includes('Server is ready') && ready())
  })
}

export async function endServers(): Promise<void> {
  for (const server of servers) {
    const closed = once(server, 'close')
    server.kill('SIGKILL')
    await closed
    servers.delete(server)
  }
}

export async function killAll(attic: Janus, barn: Janus): Promise<void> {
  await endServers()
  await attic.kill()
  await barn.kill()
  await serverOf(attic)
  for (const machine of [attic, barn]) await machine.start()
}

export async function share(desk: Desk, name: string, how: 'ask' | 'open'): Promise<void> {
  await desk.choose(name, /^Settings/)
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByLabel('Other machines').selectOption(how)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
}

export async function seen(machine: Janus): Promise<readonly string[]> {
  const { body } = await machine.api('GET', '/agents')
  return (body as { name: string }[]).map(({ name }) => name).filter((name) => name.includes('@'))
}

/** Makes a fleet of two running apps, attic and barn, and restarts both. */
export async function makeFleet(attic: Janus, barn: Janus): Promise<void> {
  const invitation = join(attic.place.root, 'barn.json')
  const address = `127.0.0.1:${String(await freePort())}`
  await done(attic.api('POST', '/fleet', { name: 'attic', address }))
  await done(attic.api('POST', '/fleet/machines', { name: 'barn', out: invitation }))
  await done(barn.api('POST', '/fleet/join', { file: invitation }))
  await serverOf(attic)
  for (const machine of [attic, barn]) {
    await machine.quit()
    await machine.start()
  }
}

/** Makes a fleet with an agent on each machine: ann on attic and bea on barn, whom attic sees. */
export async function annAndBea(
  [attic, desk]: readonly [Janus, Desk],
  [barn, there]: readonly [Janus, Desk],
  shared: 'ask' | 'open',
): Promise<void> {
  await desk.create('ann')
  await there.open(barn.url)
  await there.create('bea')
  await makeFleet(attic, barn)
  await done(barn.api('PATCH', '/agents/bea', { shared }))
  await expect.poll(() => seen(attic)).toEqual(['bea@barn'])
}

async function done(asked: Promise<{ readonly status: number; readonly body: unknown }>): Promise<void> {
  const { status, body } = await asked
  if (status >= 300) throw new Error(JSON.stringify(body))
}

interface Machines {
  readonly barn: Janus
  /** The barn's window, which the test opens. */
  readonly there: Desk
  readonly third: Janus
}

/** A test of two machines: attic is the usual app, barn runs beside it. */
export const test = withOwnApp.extend<Machines>({
  barn: async ({ model }, use, info) => {
    info.skip(!hasServer, 'no nats-server')
    await withMachine(model, async (barn) => {
      await barn.start()
      await use(barn)
      await endServers()
    })
  },
  there: async ({ newPage, barn }, use) => use(new Desk(await newPage(), () => null, barn.place.work)),
  third: ({ model }, use) => withMachine(model, use),
})

async function withMachine(model: Model, use: (machine: Janus) => Promise<void>): Promise<void> {
  const machine = new Janus(await Place.make(), model)
  await use(machine)
  if (machine.isRunning) await machine.quit()
  await machine.place.clear()
}

export { expect }
