import * as fs from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isBelow } from '../folder/folder-identity.ts'
import { makeOwnFolder, replaceFile } from '../folder/owner-only.ts'
import { problemOfName } from './harvest-path.ts'
import { readForeignFile, utf8Of } from '../folder/foreign-file.ts'

/** `path`: real path. */
export interface Root {
  readonly path: string
  /** Modes of new files and folders. */
  readonly modes: { readonly folder: number; readonly file: number }
  /** The state folder; inside it only `gatherings` may be written. */
  readonly state: string
}

/**
 * A file to be written: `there` is the deepest existing folder (real path), `missing` the folders to create
 * in it.
 */
export interface HarvestPlace {
  readonly root: Root
  readonly there: string
  readonly missing: readonly string[]
  readonly path: string
}

/** Throws `UnfitFileError` when the folder doesn't exist. */
export function rootOf(state: string, folder: string | null): Root {
  if (folder === null) return { path: state, modes: { folder: 0o700, file: 0o600 }, state }
  const real = fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? fs.realpathSync(folder) : null
  if (real === null) throw new UnfitFileError(`The folder ${folder} is not there.`)
  return { path: real, modes: { folder: 0o777, file: 0o666 }, state }
}

/**
 * Resolves path segments inside the root. Throws `UnfitFileError` when the result is outside, hidden or in
 * the state folder.
 */
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

export function makeFolders({ root, there, missing }: HarvestPlace): void {
  let at = there
  for (const name of missing) {
    at = join(at, name)
    if (isBelow(root.state, at)) makeOwnFolder(at)
    else fs.mkdirSync(at, { mode: root.modes.folder })
  }
}

function folderAt(path: string): string {
  // Follows links; a dangling one is an error.
  const stat = fs.statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) throw new UnfitFileError(`${path} is not a folder.`)
  return fs.realpathSync(path)
}

/** Expects real paths, because a link inside the folder may point anywhere. */
function refuseOutside({ path: root, state }: Root, path: string): void {
  if (!isBelow(root, path)) throw new UnfitFileError(`It leads out of ${root}, to ${path}.`)
  for (const name of relative(root, path).split(sep)) {
    const problem = name === '' ? null : problemOfName(name)
    if (problem !== null) throw new UnfitFileError(problem)
  }
  if (isBelow(state, path) && !isBelow(join(state, 'gatherings'), path))
    throw new UnfitFileError(`${path} is in the folder of Janus itself.`)
}

/** Bytes. */
const longestFile = 16 * 1024 * 1024

/** The message tells the user why. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError'
}

/** Returns null when the file is missing. Throws `UnfitFileError` for anything but a plain UTF-8 file. */
export function readPlain(path: string): string | null {
  const file = readForeignFile(path, { most: longestFile, links: 'refuse' })
  if (file.state === 'missing') return null
  if (file.state === 'long') throw new UnfitFileError(`${path} is too long.`)
  if (file.state === 'unreadable') throw new UnfitFileError(`${path} cannot be read (${file.code}).`)
  if (file.state !== 'read') throw new UnfitFileError(`${path} is ${kindOf(path)}, not a plain file.`)
  // Lossy decoding would damage the file when it is written back.
  const text = utf8Of(file.bytes)
  if (text === null) throw new UnfitFileError(`${path} is not text.`)
  return text
}

/**
 * Replaces a text file atomically. An existing file keeps its mode; `mode` is for a new one. Throws the
 * system's error.
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
