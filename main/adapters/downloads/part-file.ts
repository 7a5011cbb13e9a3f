import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { quietly } from '../folder/errors.ts'

/** What has come of a file so far. While somebody writes it, its name says which process that is. */
export interface PartFile {
  readonly path: string
  readonly have: number
}

/** Takes over what is left of an attempt that was cut, unless another Janus writes it. */
export function takePart(folder: string, version: string): PartFile {
  const path = ownName(join(folder, `${version}.part`))
  const left = leftIn(folder).find((name) => name.startsWith(`${version}.part`) && isFree(name))
  if (left !== undefined) quietly(() => renameSync(join(folder, left), path))
  return { path, have: existsSync(path) ? statSync(path).size : 0 }
}

/** Leaves it for a later attempt. */
export function leavePart(folder: string, version: string, path: string): void {
  quietly(() => renameSync(path, join(folder, `${version}.part`)))
}

/** Removes what is left of all attempts, of other versions too, but for what another Janus writes. */
export function removeParts(folder: string): void {
  for (const name of leftIn(folder))
    if (isFree(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

/** A name that no other process, and no other download of this one, uses. */
export const ownName = (path: string): string =>
  `${path}-${String(process.pid)}-${randomBytes(4).toString('hex')}`

const leftIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /\.(?:part|unpacking)(?:-|$)/.test(name))

function isFree(name: string): boolean {
  const [, pid] = /-(\d+)-[\da-f]+$/.exec(name) ?? []
  return pid === undefined || quietly(() => process.kill(Number(pid), 0)) === null
}
