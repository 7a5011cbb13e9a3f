import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { orNull } from '../folder/errors.ts'
import { isAlive } from '../processes/system-processes.ts'

/** A partial download. While it is being written, its name contains the process id. */
interface PartFile {
  readonly path: string
  readonly have: number
}

/** Takes over an earlier partial download unless another Janus is still writing it. */
export function takePart(folder: string, version: string): PartFile {
  const path = ownName(join(folder, `${version}.part`))
  const left = leftIn(folder).find((name) => name.startsWith(`${version}.part`) && isFree(name))
  if (left !== undefined) orNull(() => renameSync(join(folder, left), path))
  return { path, have: existsSync(path) ? statSync(path).size : 0 }
}

/** Keeps a partial download for a later attempt. */
export function leavePart(folder: string, version: string, path: string): void {
  orNull(() => renameSync(path, join(folder, `${version}.part`)))
}

/** Removes partial downloads of all versions, except those that another Janus is writing. */
export function removeParts(folder: string): void {
  for (const name of leftIn(folder))
    if (isFree(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

export const ownName = (path: string): string =>
  `${path}-${String(process.pid)}-${randomBytes(4).toString('hex')}`

const leftIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /\.(?:part|unpacking)(?:-|$)/.test(name))

function isFree(name: string): boolean {
  const [, pid] = /-(\d+)-[\da-f]+$/.exec(name) ?? []
  return pid === undefined || !isAlive(Number(pid))
}
