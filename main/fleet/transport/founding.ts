import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import type { MachineKey, MachineName } from '../../contract/fleet/machines.ts'
import type { Clock } from '../../ports/ports.ts'
import { openFolder } from '../../adapters/folder/folder.ts'
import {
  checkOwnFolder,
  makeOwnFolder,
  openNew,
  readOwnerOnly,
  writeOwnerOnly,
} from '../../adapters/folder/owner-only.ts'
import { makeCertificate } from './certificate.ts'
import {
  address,
  FleetError,
  fleetText,
  readFleet,
  readInvitation,
  writeFleet,
  type FleetFile,
} from './fleet-file.ts'
import { loadKeys, type Keys } from './keys.ts'
import {
  janusCommand,
  listensAt,
  mostMachines,
  shellQuoted,
  serverConfiguration,
  serverFiles,
  startCommand,
} from './server-files.ts'
import { machineName } from './shapes.ts'

const fleetFolder = 'fleet'
const fleetFileName = 'fleet.json'

/** `file`: what was written for the user; `next`: instructions, a line each. */
export interface FoundingOutcome {
  readonly file: string
  readonly next: readonly string[]
}

export const fleetFileIn = (home: string): string => join(resolve(home), fleetFolder, fleetFileName)

const startAgain = 'Restart Janus: it is in the fleet from then on.'

const serverFolder = (home: string): string => join(resolve(home), fleetFolder, 'server')

/**
 * Creates a fleet with this machine: its key, and the server's certificate and configuration, readable by
 * the owner only. Throws `FleetError` if there is a fleet, or if a name or address is invalid. `now`: ms
 * since 1970.
 */
export async function foundFleet(of: {
  readonly home: string
  readonly name: string
  /** HOST:PORT at which all machines reach the server. */
  readonly address: string
  /** Listen address or `all`. Default: the host of `address`, if it is an IP address of this machine. */
  readonly listen?: string | undefined
  readonly now: number
}): Promise<FoundingOutcome> {
  const machine = checkName(of.name)
  const server = checkAddress(of.address)
  const listen = listenAddress(of.listen, hostOf(server))
  const home = openFolder(of.home)
  const file = fleetFileIn(home)
  refuseSecond(file)
  const keys = await loadKeys()
  const { seed } = keys.make()
  const { certificate, key } = await makeCertificate(hostOf(server), of.now)
  const fleet: FleetFile = { machine, seed, founder: machine, servers: [server], certificate, machines: [] }
  const folder = serverFolder(home)
  makeOwnFolder(join(file, '..'))
  makeOwnFolder(folder)
  writeOwnerOnly(join(folder, serverFiles.certificate), certificate)
  writeOwnerOnly(join(folder, serverFiles.key), key)
  writeServer(home, fleet, keys, listen)
  // Last: if anything before fails, there is no fleet and the user can try again.
  writeNew(file, fleetText(fleet))
  return {
    file,
    next: [
      `This machine is now called ${machine} and has created a fleet. Three steps remain:`,
      `1. Start the server, on the machine that all machines reach as ${server}; it listens on ${listen ?? 'all networks of that machine'}:`,
      `   ${startCommand(folder)}`,
      `2. ${startAgain}`,
      `3. Invite the other machines: Settings → Fleet → Invite a machine, or: ${janusCommand(home, 'fleet invite NAME --out FILE')}`,
    ],
  }
}

/**
 * Adds a machine on the founder: writes its key into an invitation and adds it to the server's
 * configuration. Throws `FleetError`, also if `out` exists.
 */
export async function inviteMachine(of: {
  readonly home: string
  readonly name: string
  /** Path of the invitation; the file must not exist. */
  readonly out: string
}): Promise<FoundingOutcome> {
  const name = checkName(of.name)
  const keys = await loadKeys()
  const { fleet, signer } = readFounder(of.home, keys)
  if (name === fleet.machine || fleet.machines.some((machine) => machine.name === name))
    throw new FleetError(
      `There is a machine ${name} in this fleet already. Choose another name, or remove that machine first: ${janusCommand(of.home, `fleet remove ${name}`)}`,
    )
  if (fleet.machines.length + 1 >= mostMachines)
    throw new FleetError(
      `A fleet has ${mostMachines} machines at most. Remove one first: ${janusCommand(of.home, 'fleet remove NAME')}`,
    )
  const { seed, key } = keys.make()
  const machines = [...fleet.machines, { name, key }]
  const invitation: FleetFile = {
    machine: name,
    seed,
    founder: fleet.machine,
    servers: fleet.servers,
    certificate: fleet.certificate,
    machines: [{ name: fleet.machine, key: signer.key }, ...fleet.machines],
  }
  const out = resolve(of.out)
  writeNew(out, fleetText(invitation))
  try {
    writeFleet(fleetFileIn(of.home), { ...fleet, machines })
  } catch (error) {
    // The invitation is useless without its machine in the fleet file.
    fs.rmSync(out, { force: true })
    throw error
  }
  writeServer(of.home, { ...fleet, machines }, keys)
  return {
    file: out,
    next: [
      `${out} lets one machine into this fleet, as ${name}. It is a secret: who has it can speak as ${name}. Take it there by a way that nobody else can read, and delete it here.`,
      `There: Settings → Fleet → Join a fleet, with the full path of that file; or: janus fleet join FILE`,
      `The server has to read its configuration again, twice (a 2.9 lets the new machine's mail through at the second time only): ${reloadCommand(serverFolder(of.home))}`,
    ],
  }
}

/** Joins the fleet of an invitation. Throws `FolderError`, also if this machine is in a fleet. */
export async function joinFleet(of: {
  readonly home: string
  readonly file: string
}): Promise<FoundingOutcome> {
  const file = fleetFileIn(openFolder(of.home))
  refuseSecond(file)
  const { fleet } = readInvitation(resolve(of.file), await loadKeys())
  makeOwnFolder(join(file, '..'))
  writeNew(file, fleetText(fleet))
  return {
    file,
    next: [
      `This machine is now ${fleet.machine} in the fleet of ${fleet.founder}, whose server is ${fleet.servers.join(' or ')}.`,
      `Delete ${resolve(of.file)}: who has it can speak as ${fleet.machine}.`,
      'No agent is shown to other machines before you share it, in its own settings.',
      startAgain,
    ],
  }
}

/** Removes a machine on the founder; the server then rejects it. Throws `FleetError`. */
export async function removeMachine(of: {
  readonly home: string
  readonly name: string
}): Promise<FoundingOutcome> {
  const keys = await loadKeys()
  const { fleet } = readFounder(of.home, keys)
  const machines = fleet.machines.filter(({ name }) => name !== of.name)
  if (machines.length === fleet.machines.length)
    throw new FleetError(`There is no machine ${JSON.stringify(of.name)} in this fleet.`)
  writeServer(of.home, { ...fleet, machines }, keys)
  writeFleet(fleetFileIn(of.home), { ...fleet, machines })
  return {
    file: join(serverFolder(of.home), serverFiles.configuration),
    next: [
      `${of.name} is out of the fleet. It can come back by a new invitation only.`,
      `The server has to reload its configuration; until then ${of.name} can still send: ${reloadCommand(serverFolder(of.home))}`,
      `The other machines still know its key, but nothing from it reaches them.`,
    ],
  }
}

/**
 * Makes a server on this machine reload its configuration. `absent`: it doesn't run here or has another
 * configuration; `failed`: the signal was rejected.
 */
export async function tellServer(home: string, clock: Clock): Promise<'told' | 'absent' | 'failed'> {
  const file = join(serverFolder(home), serverFiles.process)
  if (process.platform === 'win32' || !fs.existsSync(file)) return 'absent'
  const pid = Number(fs.readFileSync(file, 'utf8').trim())
  // The pid file may be old and its number reused by another program.
  if (!Number.isInteger(pid) || pid <= 1 || !(await isServer(pid))) return 'absent'
  try {
    process.kill(pid, 'SIGHUP')
    // nats-server 2.9 opens a new account's imports to existing accounts only at the second reload.
    await new Promise<void>((resolved) => void clock.after(1_000, resolved))
    process.kill(pid, 'SIGHUP')
    return 'told'
  } catch {
    return 'failed'
  }
}

function isServer(pid: number): Promise<boolean> {
  const child = spawn('ps', ['-p', String(pid), '-o', 'comm='], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said += text))
  return new Promise((resolved) => {
    child.once('error', () => resolved(false))
    child.once('close', () => resolved(/(^|\/)nats-server\s*$/.test(said.trim())))
  })
}

const reloadCommand = (folder: string): string =>
  `nats-server --signal reload=${shellQuoted(join(folder, serverFiles.process))}`

function readFounder(home: string, keys: Keys) {
  const read = readFleet(fleetFileIn(home), keys)
  const { machine, founder } = read.fleet
  if (machine !== founder)
    throw new FleetError(
      `Only the machine that created the fleet can do that: ${founder}. This one is ${machine}.`,
    )
  return read
}

/** `chosen` is the listen address at founding; later the server keeps its address. */
function writeServer(home: string, fleet: FleetFile, keys: Keys, chosen?: string | null): void {
  const folder = serverFolder(home)
  checkOwnFolder(folder)
  const file = join(folder, serverFiles.configuration)
  const listen = chosen === undefined ? listensAt(readOwnerOnly(file) ?? '') : chosen
  const own: MachineKey = { name: fleet.machine, key: keys.open(fleet.seed)?.key ?? '' }
  const [server = ''] = fleet.servers
  const port = Number(server.slice(server.lastIndexOf(':') + 1))
  const machines = [own, ...fleet.machines]
  writeOwnerOnly(file, serverConfiguration({ founder: fleet.machine, port, listen, machines, folder }))
}

const hostOf = (server: string): string => server.slice(0, server.lastIndexOf(':')).replace(/^\[|\]$/g, '')

/**
 * The server's listen address; null for all. A host name isn't enough: it may lead through a router, and a
 * machine's own name often resolves to loopback only.
 */
function listenAddress(wanted: string | undefined, host: string): string | null {
  if (wanted === 'all') return null
  const said = wanted ?? (host === 'localhost' ? '127.0.0.1' : host)
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
  if (isIP(said) !== 0 && (wanted !== undefined || own.includes(said))) return said
  const some = own.filter((one) => isIP(one) === 4).join(', ')
  throw new FleetError(
    `Say on which address of its machine the server listens ("Listens on", or --listen): one of ${some} if it runs here, or "all" for every network.`,
  )
}

function checkName(name: string): MachineName {
  const read = machineName.safeParse(name)
  if (read.success) return read.data
  throw new FleetError(
    `${JSON.stringify(name)} cannot be the name of a machine. Use 1–24 characters: a–z, 0–9 and hyphen, with a letter first.`,
  )
}

function checkAddress(written: string): string {
  const read = address.safeParse(written)
  if (read.success) return read.data
  throw new FleetError(
    `${JSON.stringify(written)} is no address. Write where all machines reach the server, as HOST:PORT, for example attic.local:4222.`,
  )
}

function refuseSecond(file: string): void {
  if (!fs.existsSync(file)) return
  throw new FleetError(
    `This machine is in a fleet already (${file}). Move that file away first if it is to leave; keep it if it may come back.`,
  )
}

/** Never overwrites a file. */
function writeNew(path: string, text: string): void {
  try {
    const fd = openNew(path)
    try {
      fs.writeFileSync(fd, text)
      fs.fsyncSync(fd)
    } finally {
      fs.closeSync(fd)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST')
      throw new FleetError(`${path} is there already. Choose another name, or move it away.`)
    if (code === 'ENOENT') throw new FleetError(`${path} cannot be made: there is no such folder.`)
    throw error
  }
}
