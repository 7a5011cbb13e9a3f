import { statSync } from 'node:fs'
import { z } from 'zod'
import type { MachineKey, MachineName } from '../../contract/fleet/machines.ts'
import { parseObject, type Json } from '../../adapters/processes/json.ts'
import { FolderError } from '../../adapters/folder/errors.ts'
import { readOwnerOnly, writeOwnerOnly } from '../../adapters/folder/owner-only.ts'
import type { Keys, Signer } from './keys.ts'
import { machineKey, machineName } from './shapes.ts'

/** The message says what the user can do. */
export class FleetError extends FolderError {}

/** A machine's fleet file. Secret: its owner can act as this machine. */
export interface FleetFile {
  readonly machine: MachineName
  /** Secret key, "SU…". */
  readonly seed: string
  /** The machine that manages the fleet's members. */
  readonly founder: MachineName
  /** The server's addresses as "host:port"; any of them will do. */
  readonly servers: readonly string[]
  /** The only trusted server certificate, PEM. */
  readonly certificate: string
  readonly machines: readonly MachineKey[]
}

const version = 2

export const address = z
  .string()
  .max(300)
  .regex(/^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9a-fA-F:.]+\]):[1-9]\d{0,4}$/, 'HOST:PORT')
  .refine((written) => Number(written.slice(written.lastIndexOf(':') + 1)) <= 65_535, 'no such port')

const shape = z
  .object({
    machine: machineName,
    seed: z.string().regex(/^SU[A-Z2-7]{56}$/, 'a seed of a user of NATS ("SU…")'),
    founder: machineName,
    servers: z.array(address).min(1).max(10),
    certificate: z.string().startsWith('-----BEGIN CERTIFICATE-----').max(20_000),
    machines: z.array(machineKey).max(1000),
  })
  .refine(
    ({ machine, machines }) => machines.every(({ name }) => name !== machine),
    'the machine itself is among the others',
  )
  .refine(
    ({ machines }) => new Set(machines.map(({ name }) => name)).size === machines.length,
    'a machine stands there twice',
  )
  .refine(
    ({ machine, founder, machines }) => machine === founder || machines.some(({ name }) => name === founder),
    'the founder is not among the machines',
  )

export interface FleetRead {
  readonly fleet: FleetFile
  readonly signer: Signer
}

interface Use {
  readonly missing: (path: string) => string
  readonly advice: string
}

const ownFile: Use = {
  missing: (path) =>
    `There is no ${path}. Create a fleet with "janus fleet new", or join one with "janus fleet join FILE".`,
  advice: 'Put it back from a backup, or have the founder invite this machine again.',
}

const invitation: Use = {
  missing: (path) =>
    `There is no file ${path}. Give the full path of the invitation: the file that the machine which created the fleet has made for this one.`,
  advice: 'Bring the invitation here once more, or have the founder invite this machine again.',
}

/** Reads a machine's fleet file. Throws a `FolderError` that says what to do. */
export const readFleet = (path: string, keys: Keys): FleetRead => readAs(ownFile, path, keys)

export const readInvitation = (path: string, keys: Keys): FleetRead => readAs(invitation, path, keys)

function readAs(use: Use, path: string, keys: Keys): FleetRead {
  const text = readOwnerOnly(path)
  if (text === null) throw new FleetError(use.missing(path))
  const fleet = fleetOf(path, text, use)
  const signer = keys.open(fleet.seed)
  if (signer === null)
    throw new FleetError(`The seed in ${path} is not one: somebody changed it. ${use.advice}`)
  return { fleet, signer }
}

/** Readable by the owner only. Throws `FolderError`, and the system's error if the disk can't store it. */
export function writeFleet(path: string, fleet: FleetFile): void {
  writeOwnerOnly(path, fleetText(fleet))
}

export const fleetText = (fleet: FleetFile): string => `${JSON.stringify({ version, ...fleet }, null, 2)}\n`

/** Changes whenever the file is written; empty if there is none. */
export function fleetFileMark(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stat ? `${stat.ino} ${stat.mtimeNs}` : ''
}

/** Version 1 used other field names for machines. */
function upgraded(json: Json | null): Json | null {
  if (json?.['version'] !== 1) return json
  const { house: machine, houses: machines, ...rest } = json
  return { ...rest, version, machine, machines }
}

function fleetOf(path: string, text: string, { advice }: Use): FleetFile {
  const json = upgraded(parseObject(text))
  if (json === null) throw new FleetError(`${path} is no JSON of a fleet. ${advice}`)
  if (json['version'] !== version)
    throw new FleetError(
      `${path} was written by another version of Janus (${JSON.stringify(json['version'] ?? null).slice(0, 20)}, not ${version}). Use that one here, or have the founder invite this machine again.`,
    )
  const read = shape.safeParse(json)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const where = issue?.path.map(String).join('.').slice(0, 60) ?? ''
  throw new FleetError(
    `${path} is not as it must be (${where === '' ? '' : `${where}: `}${issue?.message ?? 'unknown'}). ${advice}`,
  )
}
