import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { HouseKey, HouseName } from '../../contract/houses.ts'
import { boxBytes } from './boxes.ts'

/** What the server is to be. */
export interface ServerPlan {
  readonly founder: HouseName
  readonly port: number
  /** All houses, the founder too. */
  readonly houses: readonly HouseKey[]
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
export const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`

/** How the `janus` command is called for the house in this state folder, which it finds by itself where that is the usual one. */
export const janusCommand = (home: string, words: string): string =>
  resolve(home) === join(homedir(), '.janus')
    ? `janus ${words}`
    : `janus ${words} --home ${quoted(resolve(home))}`

/** What starts the server whose files lie in this folder. */
export const startCommand = (folder: string): string =>
  `nats-server -c ${quoted(join(folder, serverFiles.configuration))}`

/** Most houses of a fleet. */
export const mostHouses = 32

/**
 * A box is promised as a whole, so there is room for one from each other house. Neither this nor what all houses have
 * together ever changes: a server that runs takes a new house, but no other amount.
 */
const roomMegabytes = (mostHouses * boxBytes) / (1024 * 1024)

/**
 * The configuration of nats-server (2.9 and later) for a fleet: each house has an account of its own, with one door from
 * each other house, that is named after who may use it.
 */
export function serverConfiguration({ founder, port, houses, folder }: ServerPlan): string {
  const at = (file: string): string => JSON.stringify(join(folder, file))
  return [
    '# Written by Janus, which writes it anew when a house is invited: what is changed here by hand is lost then.',
    `server_name: "janus-${founder}"`,
    `port: ${port}`,
    `pid_file: ${at(serverFiles.process)}`,
    'max_payload: 8MB',
    `tls { cert_file: ${at(serverFiles.certificate)}, key_file: ${at(serverFiles.key)}, timeout: 10 }`,
    `jetstream { store_dir: ${at(serverFiles.store)}, max_memory_store: 16MB, max_file_store: 1TB }`,
    'accounts {',
    ...houses.map((house) => account(house, others(houses, house))),
    '}',
    '',
  ].join('\n')
}

function account({ name, key }: HouseKey, neighbours: readonly HouseName[]): string {
  const exports = neighbours.map((other) => `{ service: "in.${other}", accounts: ["${other}"] }`)
  const imports = neighbours.flatMap((other) => [
    `{ service: { account: "${other}", subject: "in.${name}" }, to: "out.${other}" }`,
    `{ stream: { account: "${other}", subject: "here.${other}" } }`,
  ])
  const here = `{ stream: "here.${name}", accounts: [${neighbours.map((other) => `"${other}"`).join(', ')}] }`
  return [
    `  "${name}": {`,
    `    jetstream: { max_file: ${roomMegabytes}MB }`,
    `    users: [ { nkey: ${key} } ]`,
    `    exports: ${list([...exports, ...(neighbours.length > 0 ? [here] : [])])}`,
    `    imports: ${list(imports)}`,
    '  }',
  ].join('\n')
}

const list = (rows: readonly string[]): string =>
  rows.length === 0 ? '[]' : `[\n${rows.map((row) => `      ${row}`).join('\n')}\n    ]`

const others = (houses: readonly HouseKey[], { name }: HouseKey): HouseName[] =>
  houses.map((house) => house.name).filter((other) => other !== name)
