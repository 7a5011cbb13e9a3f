import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  checkoutOf,
  placesBelow,
  trustPlacesOf,
  tellingNames,
  type TrustPlace,
  type TrustRole,
} from './places.ts'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import { readForeignFile } from '../../adapters/folder/foreign-file.ts'
import { decode } from './decode.ts'
import { isOfProgram, filesNamedIn } from './named.ts'

/** A file that would apply; `words` is null if it can't be read. */
export interface TrustPiece {
  readonly path: string
  readonly role: TrustRole
  readonly words: string | null
  /** Why its effect can't be determined; null if it can. */
  readonly unclear: string | null
  readonly isUtf16: boolean
  readonly digest: string
}

/** The folder has too much to check before each start; the message says what. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError'
}

const limits = { files: 5000, names: 20_000, bytes: 64 * 1024 * 1024, depth: 12 }

interface Tally {
  files: number
  names: number
  bytes: number
  readonly pieces: Map<string, TrustPiece>
}

/**
 * Collects everything that programs of a kind would read from a folder, following links, in the order of
 * its places. Read-only; special files are skipped. Throws `TooMuchError`.
 */
export async function collect(kind: AgentKind, folder: string, home: string): Promise<Collected> {
  const tally: Tally = { files: 0, names: 0, bytes: 0, pieces: new Map() }
  for (const place of trustPlacesOf(kind, folder, home, await checkoutOf(folder)))
    await visit(place, tally, [])
  // Below the home folder are all of the user's files, so subfolders are not searched.
  const below = isSameFolder(folder, home) ? { folders: [], all: false } : await foldersBelow(kind, folder)
  for (const place of below.folders.flatMap((one) => placesBelow(kind, one))) await visit(place, tally, [])
  // Found files name more: scripts of hooks and servers, files imported by instructions.
  for (const piece of tally.pieces.values())
    for (const place of filesNamedIn(piece, folder)) {
      // A command that names a folder (`eslint src`) doesn't run every file in it.
      if (place.role === 'script' && !place.whole) visitFile(place, tally)
      else await visit(place, tally, [])
    }
  return { pieces: [...tally.pieces.values()].filter((piece) => !isOfProgram(piece)), all: below.all }
}

/** `all` is false if some subfolders were not searched. */
export interface Collected {
  readonly pieces: readonly TrustPiece[]
  readonly all: boolean
}

/** Hash over the paths and contents of all pieces; empty without pieces. */
export function trustHash(pieces: readonly TrustPiece[]): string {
  if (pieces.length === 0) return ''
  const lines = pieces.map(({ path, digest }) => JSON.stringify([path, digest])).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** `within`: real paths of the parent folders, which stops cycles of links. */
async function visit(place: TrustPlace, tally: Tally, within: readonly string[]): Promise<void> {
  const what = await stat(place.path).catch(() => null)
  if (what?.isFile() === true) return visitFile(place, tally)
  if (what?.isDirectory() !== true) return
  const real = await realpath(place.path).catch(() => null)
  if (real === null || within.includes(real)) return
  if (within.length > limits.depth) throw tooMuch(`folders in folders, ${limits.depth} deep`)
  for (const entry of await namesOf(place.path, tally)) {
    if (entry.name === 'node_modules') continue
    await visit({ ...place, path: join(place.path, entry.name) }, tally, [...within, real])
  }
}

async function namesOf(path: string, tally: Tally): Promise<readonly Dirent[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  tally.names += entries.length
  if (tally.names > limits.names) throw tooMuch(`more than ${limits.names} files`)
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function visitFile({ path, role }: TrustPlace, tally: Tally): void {
  if (tally.pieces.has(path)) return
  const bytes = read(path, limits.bytes - tally.bytes)
  if (bytes === null) return
  tally.files++
  if (tally.files > limits.files) throw tooMuch(`more than ${limits.files} files`)
  if (bytes === 'unreadable') {
    const nothing = { words: null, unclear: null, isUtf16: false }
    tally.pieces.set(path, { path, role, ...nothing, digest: 'unreadable' })
    return
  }
  tally.bytes += bytes.length
  const digest = createHash('sha256').update(bytes).digest('hex')
  tally.pieces.set(path, { path, role, ...decode(bytes, role, path), digest })
}

function read(path: string, most: number): Buffer | 'unreadable' | null {
  const file = readForeignFile(path, { most, links: 'follow' })
  if (file.state === 'read') return file.bytes
  if (file.state === 'long') throw tooMuch(`more than ${limits.bytes / 1024 / 1024} MB`)
  return file.state === 'unreadable' || file.state === 'virtual' ? 'unreadable' : null
}

function tooMuch(what: string): TooMuchError {
  return new TooMuchError(
    `brings ${what} along: too much to be looked at before each start, so none of it counts`,
  )
}

/** Folders searched; an agent's start waits for it. */
const most = 2000
/** Large generated folders, and `.claude`, which counts only through its parent. */
const skipped = new Set(['.git', 'node_modules', '.claude'])

/**
 * Finds subfolders that may contain something, nearest first, without following links; `all` is false if
 * there are too many.
 */
async function foldersBelow(
  kind: AgentKind,
  folder: string,
): Promise<{ folders: readonly string[]; all: boolean }> {
  const telling = tellingNames(kind)
  if (telling.size === 0) return { folders: [], all: true }
  const open: string[] = [folder]
  const found: string[] = []
  let all = true
  for (let at = 0; at < open.length; at++) {
    const path = open[at] ?? folder
    const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
    if (at > 0 && entries.some(({ name }) => telling.has(name.toLowerCase()))) found.push(path)
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!entry.isDirectory() || skipped.has(entry.name)) continue
      if (open.length > most) all = false
      else open.push(join(path, entry.name))
    }
  }
  return { folders: found, all }
}
