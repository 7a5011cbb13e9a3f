import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { MachineKey, MachineName } from '../../contract/fleet/machines.ts'
import { boxBytes } from './boxes.ts'

interface ServerPlan {
  readonly founder: MachineName
  readonly port: number
  /** Listen address; null for all. */
  readonly listen: string | null
  readonly machines: readonly MachineKey[]
  readonly folder: string
}

export const serverFiles = {
  configuration: 'nats-server.conf',
  certificate: 'certificate.pem',
  key: 'key.pem',
  process: 'nats-server.pid',
  store: 'store',
} as const

export const shellQuoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`

/** A command line of `janus` for this state folder; the default folder needs no option. */
export const janusCommand = (home: string, words: string): string =>
  resolve(home) === join(homedir(), '.janus')
    ? `janus ${words}`
    : `janus ${words} --home ${shellQuoted(resolve(home))}`

export const startCommand = (folder: string): string =>
  `nats-server -c ${shellQuoted(join(folder, serverFiles.configuration))}`

const listenKey = 'host'

/** Returns null if it listens on all addresses. */
export const listensAt = (configuration: string): string | null =>
  new RegExp(`^${listenKey}: *"?([0-9A-Za-z.:-]+)"?\\s*$`, 'm').exec(configuration)?.[1] ?? null

/**
 * Limits what any client can cost the server. A machine uses one connection, and briefly a few more when
 * its network changes. `all` leaves room for unauthenticated clients, which are dropped after five seconds.
 * All limits must be reloadable: a running server rejects changes of the global `max_subscriptions` and
 * `max_pending`.
 */
const serverLimits = {
  connections: { machine: 16, all: 1024 },
  subscriptions: 500,
  payload: '1MB',
} as const

export const mostMachines = 32

/**
 * A stream reserves its whole size, so there is room for one per other machine. These sizes must never
 * change: a running server accepts a new account, but no changed reservation.
 */
const roomMegabytes = (mostMachines * boxBytes) / (1024 * 1024)

/**
 * Configuration of nats-server (2.9 or later): each machine has its own account, which exports one subject
 * to each other machine.
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
    // Otherwise lost connections count for too long.
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
