import * as fs from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isBelow } from '../folder/folder-identity.ts'
import { makeOwnFolder, replaceFile } from '../folder/owner-only.ts'
import { problemOfName } from './harvest-path.ts'
import { readForeignFile, utf8Of } from '../folder/foreign-file.ts'

/** A folder in which a gathering's files go, by its real path. */
export interface Root {
  readonly path: string
  /** Rights of what is made in it. */
  readonly modes: { readonly folder: number; readonly file: number }
  /** The state folder, which nothing is filed in but for the gatherings there. */
  readonly state: string
}

/** A file that is to be written: its folder that is there, by its real path, and what must be made in it first. */
export interface HarvestPlace {
  readonly root: Root
  readonly there: string
  readonly missing: readonly string[]
  readonly path: string
}

/** Of the user's or an agent's folder; without one, of the gatherings in the state folder. Throws `UnfitFileError`. */
export function rootOf(state: string, folder: string | null): Root {
  if (folder === null) return { path: state, modes: { folder: 0o700, file: 0o600 }, state }
  const real = fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? fs.realpathSync(folder) : null
  if (real === null) throw new UnfitFileError(`The folder ${folder} is not there.`)
  return { path: real, modes: { folder: 0o777, file: 0o666 }, state }
}

/** Where these names lead, inside the root. Throws `UnfitFileError` where that is outside, hidden, or Janus's own. */
export function harvestPlaceOf(root: Root, names: readonly string[]): HarvestPlace {
  const folders = names.slice(0, -1)
  const file = names.at(-1) ?? ''
  let there = root.path
  let missing: readonly string[] = []
  for (const [i, name] of folders.entries()) {
    const next = join(there, name)
    if (!fs.lstatSync(next, { throwIfNoEntry: false })) {
      missing = folders.slice(i)
      break
    }
    there = folderAt(next)
    refuseOutside(root, there)
  }
  const path = join(there, ...missing, file)
  refuseOutside(root, path)
  return { root, there, missing, path }
}

/** Makes the folders that are missing; the place's path is there then. */
export function makeFolders({ root, there, missing }: HarvestPlace): void {
  let at = there
  for (const name of missing) {
    at = join(at, name)
    if (isBelow(root.state, at)) makeOwnFolder(at)
    else fs.mkdirSync(at, { mode: root.modes.folder })
  }
}

function folderAt(path: string): string {
  // A link that leads nowhere is none.
  const stat = fs.statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) throw new UnfitFileError(`${path} is not a folder.`)
  return fs.realpathSync(path)
}

/** Looked at by real paths: a link inside the folder may lead anywhere. */
function refuseOutside({ path: root, state }: Root, path: string): void {
  if (!isBelow(root, path)) throw new UnfitFileError(`It leads out of ${root}, to ${path}.`)
  for (const name of relative(root, path).split(sep)) {
    const problem = name === '' ? null : problemOfName(name)
    if (problem !== null) throw new UnfitFileError(problem)
  }
  if (isBelow(state, path) && !isBelow(join(state, 'gatherings'), path))
    throw new UnfitFileError(`${path} is in the folder of Janus itself.`)
}

/** Longest file that is read to be changed, in bytes. */
const longestFile = 16 * 1024 * 1024

/** Why a file is not read or written, in words for a user. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError'
}

/** The words of a plain text file; null where there is none. Throws `UnfitFileError` for anything else. */
export function readPlain(path: string): string | null {
  const file = readForeignFile(path, { most: longestFile, links: 'refuse' })
  if (file.state === 'missing') return null
  if (file.state === 'long') throw new UnfitFileError(`${path} is too long.`)
  if (file.state === 'unreadable') throw new UnfitFileError(`${path} cannot be read (${file.code}).`)
  if (file.state !== 'read') throw new UnfitFileError(`${path} is ${kindOf(path)}, not a plain file.`)
  // Text that is decoded with losses would be written back with them.
  const text = utf8Of(file.bytes)
  if (text === null) throw new UnfitFileError(`${path} is not text.`)
  return text
}

/**
 * Puts a text file in place, whole or not at all: written beside it, synced, renamed over it. A file that is there
 * keeps its rights; `mode` is that of a new one. Throws the system's error where the disk does not take it.
 */
export function putPlain(path: string, text: string, mode: number): void {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false })
  if (stat && (stat.mode & 0o222) === 0) throw new UnfitFileError(`${path} is protected against writing.`)
  replaceFile(path, text, { mode, keep: stat ? stat.mode & 0o777 : null })
}

function kindOf(path: string): string {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false })
  if (stat?.isSymbolicLink()) return 'a link'
  return stat?.isDirectory() ? 'a folder' : 'something else'
}
