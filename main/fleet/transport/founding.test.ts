import { createServer as createPlainServer } from 'node:net'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer } from 'node:tls'
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { TransportListener } from './testing/transport-listener.ts'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { makeCertificate } from './certificate.ts'
import { fleetText, readFleet, writeFleet, type FleetFile } from './fleet-file.ts'
import { fleetFileIn, foundFleet, inviteMachine, joinFleet, removeMachine, tellServer } from './founding.ts'
import { loadKeys } from './keys.ts'
import { openNatsTransport } from './nats-transport.ts'
import { janusCommand, serverConfiguration } from './server-files.ts'

let folder: string
beforeEach(() => void (folder = makeQuickFolder('founding')))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const now = Date.UTC(2026, 0, 1)
const home = (machine: string): string => join(folder, machine)
const found = (name = 'attic', address = 'attic.local:4222') =>
  foundFleet({ home: home('attic'), name, address, listen: '192.168.7.9', now })
const read = async (machine: string) => readFleet(fleetFileIn(home(machine)), await loadKeys())
const modeOf = (path: string): number => statSync(path).mode & 0o777

describe('a fleet', () => {
  it('is founded, grows by invitations, and shrinks', async () => {
    const { file, next } = await found()
    expect(next.join('\n')).toContain(
      `nats-server -c '${join(home('attic'), 'fleet', 'server', 'nats-server.conf')}'`,
    )
    // The state folder is not the default one, which `janus` finds by itself.
    expect(next.join('\n')).toContain(`janus fleet invite NAME --out FILE --home '${home('attic')}'`)
    expect(janusCommand(join(homedir(), '.janus'), 'fleet remove NAME')).toBe('janus fleet remove NAME')
    const order = ['nats-server -c', 'Restart Janus', 'Invite the other machines']
    const places = order.map((step) => next.findIndex((line) => line.includes(step)))
    expect(places).toEqual([...places].sort((one, other) => one - other))
    for (const name of ['cellar', 'barn']) {
      const out = join(folder, `${name}.invitation`)
      const invited = await inviteMachine({ home: home('attic'), name, out })
      expect(invited.next.join('\n')).toContain('It is a secret')
      expect(invited.next.join('\n')).toContain('Settings → Fleet → Join a fleet')
      await joinFleet({ home: home(name), file: out })
    }
    const [attic, cellar, barn] = [await read('attic'), await read('cellar'), await read('barn')]
    expect(attic.fleet).toMatchObject({ machine: 'attic', founder: 'attic', servers: ['attic.local:4222'] })
    expect(attic.fleet.machines).toEqual([
      { name: 'cellar', key: cellar.signer.key },
      { name: 'barn', key: barn.signer.key },
    ])
    expect(barn.fleet.machines).toEqual([
      { name: 'attic', key: attic.signer.key },
      { name: 'cellar', key: cellar.signer.key },
    ])
    expect(barn.fleet.certificate).toBe(attic.fleet.certificate)
    const configuration = (): string => readFileSync(join(file, '..', 'server', 'nats-server.conf'), 'utf8')
    expect(configuration()).toContain(cellar.signer.key)
    expect(configuration()).not.toContain(cellar.fleet.seed)
    await removeMachine({ home: home('attic'), name: 'cellar' })
    expect(configuration()).not.toContain('cellar')
    expect((await read('attic')).fleet.machines.map(({ name }) => name)).toEqual(['barn'])
  })

  it.runIf(abilities.modes)('lies in files that only the owner can read', async () => {
    const { file } = await found()
    await inviteMachine({ home: home('attic'), name: 'cellar', out: join(folder, 'out') })
    const server = join(file, '..', 'server')
    const files = [
      file,
      join(folder, 'out'),
      ...['key.pem', 'certificate.pem', 'nats-server.conf'].map((name) => join(server, name)),
    ]
    expect(files.map(modeOf)).toEqual(files.map(() => 0o600))
    expect([join(file, '..'), server].map(modeOf)).toEqual([0o700, 0o700])
  })

  it('is never written over', async () => {
    const { file } = await found()
    const before = readFileSync(file, 'utf8')
    await expect(found('other')).rejects.toThrow(/in a fleet already/)
    const out = join(folder, 'out')
    writeFileSync(out, 'mine')
    await expect(inviteMachine({ home: home('attic'), name: 'cellar', out })).rejects.toThrow(
      /is there already/,
    )
    await expect(
      inviteMachine({ home: home('attic'), name: 'cellar', out: join(folder, 'no', 'out') }),
    ).rejects.toThrow(/no such folder/)
    expect([readFileSync(out, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['mine', before])
    rmSync(out)
    await inviteMachine({ home: home('attic'), name: 'cellar', out })
    await expect(inviteMachine({ home: home('attic'), name: 'cellar', out: `${out}2` })).rejects.toThrow(
      /already/,
    )
    await joinFleet({ home: home('cellar'), file: out })
    await expect(joinFleet({ home: home('cellar'), file: out })).rejects.toThrow(/in a fleet already/)
    await expect(inviteMachine({ home: home('cellar'), name: 'barn', out: `${out}2` })).rejects.toThrow(
      /Only the machine that created the fleet can do that: attic/,
    )
    expect(existsSync(`${out}2`)).toBe(false)
  })

  it('is entered by an invitation that is there, and is one', async () => {
    const file = join(folder, 'cellar.json')
    const enter = () => joinFleet({ home: home('cellar'), file })
    await expect(enter()).rejects.toThrow(/There is no file .*cellar\.json\. Give the full path/)
    writeFileSync(file, '{}', { mode: 0o600 })
    await expect(enter()).rejects.toThrow(/have the founder invite this machine again/)
    expect(existsSync(fleetFileIn(home('cellar')))).toBe(false)
  })

  it.each(['', 'Attic', '9', 'a b', 'a/../b', '-a', 'a'.repeat(25), 'constructor', 'ä'])(
    'is not founded by %j',
    async (name) => {
      await expect(found(name)).rejects.toThrow(/cannot be the name of a machine/)
    },
  )

  it.each(['', 'attic', 'attic:0', 'attic:70000', ':4222', 'http://attic:4222', 'a b:1', '"]:1'])(
    'is not reached at %j',
    async (address) => {
      await expect(found('attic', address)).rejects.toThrow(/is no address/)
    },
  )

  it('has no server to tell where none runs', async () => {
    await found()
    expect(await tellServer(home('attic'), new VirtualClock())).toBe('absent')
    // The pid belongs to another program now.
    writeFileSync(join(home('attic'), 'fleet', 'server', 'nats-server.pid'), String(process.pid))
    expect(await tellServer(home('attic'), new VirtualClock())).toBe('absent')
  })
})

describe('the fleet file', () => {
  const write = (text: string): string => {
    mkdirSync(join(folder, 'own'), { mode: 0o700, recursive: true })
    const path = join(folder, 'own', 'fleet.json')
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  const problem = async (text: string): Promise<string> => {
    const [path, keys] = [write(text), await loadKeys()]
    try {
      readFleet(path, keys)
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  const changed = async (changes: object): Promise<string> => {
    const { fleet } = await read('attic')
    return problem(fleetText({ ...fleet, ...changes } as FleetFile))
  }

  it('says what to do when it is not as it must be', async () => {
    await found()
    const keys = await loadKeys()
    expect(() => readFleet(join(folder, 'none.json'), keys)).toThrow(/There is no .*janus fleet new/)
    expect(await problem('{')).toMatch(/is no JSON of a fleet. Put it back from a backup/)
    const { fleet } = await read('attic')
    const { machine: house, machines: houses, ...rest } = fleet
    expect(await problem(JSON.stringify({ ...rest, version: 1, house, houses }))).toBe('')
    expect(await problem('{"version":3}')).toMatch(/another version of Janus \(3, not 2\)/)
    const seed = `SU${'A'.repeat(56)}`
    expect(await changed({ seed })).toMatch(/The seed in .* is not one/)
    expect(await changed({ seed: 'x' })).toMatch(/not as it must be \(seed: /)
    expect(await changed({ servers: [] })).toMatch(/\(servers: /)
    expect(await changed({ founder: 'cellar' })).toMatch(/the founder is not among the machines/)
    expect(await changed({})).toBe('')
  })

  it.runIf(abilities.modes)('is not read when others could have read or written it', async () => {
    await found()
    const path = fleetFileIn(home('attic'))
    chmodSync(path, 0o640)
    await expect(read('attic')).rejects.toThrow(/Others may read or write .*chmod 600/)
  })
})

describe('the server’s certificate', () => {
  it.each([
    ['attic.local', 'DNS:attic.local'],
    ['192.168.7.9', 'IP Address:192.168.7.9'],
    ['[fe80::1:2]', 'IP Address:FE80:0:0:0:0:0:1:2'],
  ])('is for %s, for twenty years, and issues no other', async (host, name) => {
    const { certificate, key } = await makeCertificate(host, now)
    const read = new X509Certificate(certificate)
    expect(read.subjectAltName).toBe(name)
    expect([read.ca, read.verify(read.publicKey)]).toEqual([false, true])
    expect(read.validFromDate.getTime()).toBe(now - 7 * 86_400_000)
    expect(read.validToDate.getUTCFullYear()).toBe(2045)
    expect(key).toContain('BEGIN PRIVATE KEY')
    expect(
      new X509Certificate(
        (await makeCertificate(host, Date.UTC(2040, 0, 1))).certificate,
      ).validToDate.getUTCFullYear(),
    ).toBe(2059)
  })

  it('is believed by who has it, and by nobody else', async () => {
    const [own, other] = [
      await makeCertificate('localhost', Date.now()),
      await makeCertificate('localhost', Date.now()),
    ]
    const server = createServer({ cert: own.certificate, key: own.key }, (socket) => socket.end())
    server.on('tlsClientError', () => {})
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const answer = async (ca: string): Promise<string> => {
      const socket = connect({ port, host: '127.0.0.1', ca, servername: 'localhost' })
      const said = await Promise.race([
        once(socket, 'secureConnect').then(() => 'believed'),
        once(socket, 'error').then(([error]) => (error as NodeJS.ErrnoException).code ?? ''),
      ]).catch((error: NodeJS.ErrnoException) => error.code ?? '')
      socket.destroy()
      return said
    }
    expect([await answer(own.certificate), await answer(other.certificate)]).toEqual([
      'believed',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ])
    server.close()
    await once(server, 'close')
  })
})

describe('where the server listens', () => {
  const hostIn = (): string | undefined =>
    /^host: "(.*)"$/m.exec(
      readFileSync(join(home('attic'), 'fleet', 'server', 'nats-server.conf'), 'utf8'),
    )?.[1]
  const begin = (address: string, listen?: string) =>
    foundFleet({ home: home('attic'), name: 'attic', address, listen, now })

  it.each([
    ['127.0.0.1:4222', undefined, '127.0.0.1'],
    ['localhost:4222', undefined, '127.0.0.1'],
    ['[::1]:4222', '::1', '::1'],
    ['attic.local:4222', '192.168.7.9', '192.168.7.9'],
    ['attic.local:4222', 'all', undefined],
  ])('%s and %s: %s', async (address, listen, expected) => {
    await begin(address, listen)
    expect(hostIn()).toBe(expected)
    await inviteMachine({ home: home('attic'), name: 'barn', out: join(folder, 'out') })
    expect(hostIn()).toBe(expected)
  })

  it('is asked where the address does not say it, and nothing is founded before', async () => {
    for (const [address, listen] of [['attic.local:4222'], ['192.0.2.7:4222'], ['attic.local:4222', 'eth0']])
      await expect(begin(address ?? '', listen)).rejects.toThrow(/on which address .*--listen.*or "all"/)
    expect(existsSync(fleetFileIn(home('attic')))).toBe(false)
  })

  it('stays where somebody has put it by hand', async () => {
    await begin('attic.local:4222', 'all')
    const file = join(home('attic'), 'fleet', 'server', 'nats-server.conf')
    writeFileSync(file, readFileSync(file, 'utf8').replace('port:', 'host: 192.168.7.10\nport:'))
    await inviteMachine({ home: home('attic'), name: 'barn', out: join(folder, 'out') })
    expect(hostIn()).toBe('192.168.7.10')
  })
})

it('the server’s configuration gives each machine one door from each other', () => {
  const machines = ['attic', 'cellar', 'barn'].map((name) => ({ name, key: `U${name.toUpperCase()}` }))
  expect(
    serverConfiguration({ founder: 'attic', port: 4222, listen: '127.0.0.1', machines, folder: '/f' }),
  ).toMatchSnapshot()
})

describe('the transport', () => {
  it('loads what speaks with the server only when it is opened', () => {
    const program = join(import.meta.dirname, 'testing', 'loaded-modules.ts')
    const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      before: [],
      after: [
        '@nats-io/jetstream',
        '@nats-io/nats-core',
        '@nats-io/nkeys',
        '@nats-io/nuid',
        '@nats-io/transport-node',
        'tweetnacl',
      ],
    })
  })

  it('goes on to try when nothing answers, and ends when it is told to', async () => {
    const server = createPlainServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    server.close()
    await once(server, 'close')
    await found('attic', `127.0.0.1:${port}`)
    const clock = new VirtualClock()
    const transport = await openNatsTransport({ file: fleetFileIn(home('attic')), clock })
    const listener = new TransportListener()
    transport.connect(listener)
    transport.send('cellar', [])
    await transport.close()
    expect(listener.states).toEqual([
      { kind: 'connecting', since: clock.now(), why: `127.0.0.1:${port} has not answered yet.` },
    ])
    expect(clock.next).toBeNull()
  })

  it('is not opened with a file that says nothing', async () => {
    await expect(
      openNatsTransport({ file: join(folder, 'none'), clock: new VirtualClock() }),
    ).rejects.toThrow(/There is no/)
  })

  it('keeps the names of those it knows', async () => {
    await found()
    const path = fleetFileIn(home('attic'))
    const { fleet } = await read('attic')
    writeFleet(path, { ...fleet, machines: [{ name: 'cellar', key: `U${'B'.repeat(55)}` }] })
    const transport = await openNatsTransport({ file: path, clock: new VirtualClock() })
    expect([transport.machine, ...transport.others]).toEqual(['attic', 'cellar'])
    await transport.close()
  })
})
