import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { MachineKey, MachineName } from '../../contract/fleet/machines.ts'
import { boxBytes } from './boxes.ts'

interface ServerPlan {
  readonly founder: MachineName
  readonly port: number
  /** The address of its machine on which it listens; null: on all of them. */
  readonly listen: string | null
  /** All machines, the founder too. */
  readonly machines: readonly MachineKey[]
  /** Where certificate.pem, key.pem and the server's own files lie: a full path. */
  readonly folder: string
}

/** Names of the files in the server's folder. */
export const serverFiles = {
  configuration: 'nats-server.conf',
  certificate: 'certificate.pem',
  key: 'key.pem',
  process: 'nats-server.pid',
  store: 'store',
} as const

/** A path as a shell takes it. */
export const shellQuoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`

/** How the `janus` command is called for the machine in this state folder, which it finds by itself where that is the usual one. */
export const janusCommand = (home: string, words: string): string =>
  resolve(home) === join(homedir(), '.janus')
    ? `janus ${words}`
    : `janus ${words} --home ${shellQuoted(resolve(home))}`

/** What starts the server whose files lie in this folder. */
export const startCommand = (folder: string): string =>
  `nats-server -c ${shellQuoted(join(folder, serverFiles.configuration))}`

/** What stands before the address on which the server listens. */
const listenKey = 'host'

/** On which address a written configuration listens; null: on all. */
export const listensAt = (configuration: string): string | null =>
  new RegExp(`^${listenKey}: *"?([0-9A-Za-z.:-]+)"?\\s*$`, 'm').exec(configuration)?.[1] ?? null

/**
 * So that no client, known or not, costs the server more than a little: one machine holds one connection, a few more while
 * its network comes and goes. All of them together leave room for strangers, who are gone after five seconds. A server
 * that already runs must take all of this when it reads its configuration again: it refuses `max_subscriptions` and
 * `max_pending` of the whole server then.
 */
const serverLimits = {
  connections: { machine: 16, all: 1024 },
  subscriptions: 500,
  payload: '1MB',
} as const

export const mostMachines = 32

/**
 * A box is promised as a whole, so there is room for one from each other machine. Neither this nor what all machines have
 * together ever changes: a server that runs takes a new machine, but no other amount.
 */
const roomMegabytes = (mostMachines * boxBytes) / (1024 * 1024)

/**
 * The configuration of nats-server (2.9 and later) for a fleet: each machine has an account of its own, with one door from
 * each other machine, that is named after who may use it.
 */
export function serverConfiguration({ founder, port, listen, machines, folder }: ServerPlan): string {
  const { connections, payload } = serverLimits
  const at = (file: string): string => JSON.stringify(join(folder, file))
  return [
    '# Written by Janus, which writes it again when a machine is invited: what is changed here by hand is lost then.',
    `server_name: "janus-${founder}"`,
    ...(listen === null ? [] : [`${listenKey}: ${JSON.stringify(listen)}`]),
    `port: ${port}`,
    `pid_file: ${at(serverFiles.process)}`,
    `max_payload: ${payload}`,
    `max_connections: ${connections.all}`,
    // A connection that a network has lost counts until the server has noticed.
    'ping_interval: "20s"',
    'ping_max: 2',
    'authorization { timeout: 5 }',
    `tls { cert_file: ${at(serverFiles.certificate)}, key_file: ${at(serverFiles.key)}, timeout: 10 }`,
    `jetstream { store_dir: ${at(serverFiles.store)}, max_memory_store: 16MB, max_file_store: 1TB }`,
    'accounts {',
    ...machines.map((machine) => account(machine, others(machines, machine))),
    '}',
    '',
  ].join('\n')
}

function account({ name, key }: MachineKey, neighbours: readonly MachineName[]): string {
  const { connections, subscriptions, payload } = serverLimits
  const exports = neighbours.map((other) => `{ service: "in.${other}", accounts: ["${other}"] }`)
  const imports = neighbours.flatMap((other) => [
    `{ service: { account: "${other}", subject: "in.${name}" }, to: "out.${other}" }`,
    `{ stream: { account: "${other}", subject: "here.${other}" } }`,
  ])
  const here = `{ stream: "here.${name}", accounts: [${neighbours.map((other) => `"${other}"`).join(', ')}] }`
  return [
    `  "${name}": {`,
    `    jetstream: { max_file: ${roomMegabytes}MB }`,
    `    limits: { max_connections: ${connections.machine}, max_subscriptions: ${subscriptions}, max_payload: ${payload}, max_leafnodes: 0 }`,
    `    users: [ { nkey: ${key} } ]`,
    `    exports: ${list([...exports, ...(neighbours.length > 0 ? [here] : [])])}`,
    `    imports: ${list(imports)}`,
    '  }',
  ].join('\n')
}

const list = (rows: readonly string[]): string =>
  rows.length === 0 ? '[]' : `[\n${rows.map((row) => `      ${row}`).join('\n')}\n    ]`

const others = (machines: readonly MachineKey[], { name }: MachineKey): MachineName[] =>
  machines.map((machine) => machine.name).filter((other) => other !== name)
