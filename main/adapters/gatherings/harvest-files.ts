import { existsSync, realpathSync } from 'node:fs'
import { dirname, basename, join } from 'node:path'
import { RefusedError } from '../../contract/api/errors.ts'
import type { HarvestCard } from '../../contract/gatherings/harvests.ts'
import type { PlannedFileChange, HarvestFile, HarvestFiles } from '../../ports/gatherings.ts'
import { reasonOf } from '../folder/json-file.ts'
import { folderCheck } from '../folder/folder-identity.ts'
import { harvestName, pathParts, notesHomeOf } from './harvest-path.ts'
import {
  makeFolders,
  harvestPlaceOf,
  rootOf,
  type HarvestPlace,
  type Root,
  putPlain,
  readPlain,
  UnfitFileError,
} from './harvest-place.ts'
import { withFinalNewline, hashOf, marked, markOf, withNote, withTodo, withTrail } from './harvest-words.ts'

type Card = Pick<HarvestCard, 'kind' | 'path' | 'text'>

/** Subfolder of the project folder or of the state folder. */
const own = 'gatherings'

/** `stateFolder`: real path. `memoryFiles`: names of files that agents read as their memory. */
export function openHarvestFiles(stateFolder: string, memoryFiles: readonly string[]): HarvestFiles {
  const mustBeThere = folderCheck(stateFolder)
  const placeIn = (folder: string | null): Root => {
    if (folder === null) mustBeThere()
    return rootOf(stateFolder, folder)
  }
  return {
    keep: (folder, file) =>
      saving('The gathering could not be written to a file; it stays in Janus.', () =>
        keep(placeIn(folder), file),
      ),
    look: (folder, card) => {
      try {
        return changeOf(placeOfCard(rootOf(stateFolder, folder), folder, card, memoryFiles), card)
      } catch (error) {
        return { path: card.path, before: null, after: '', hash: '', problem: reasonOf(error) }
      }
    },
    file: (folder, card, hash) =>
      saving('It could not be filed.', () => fileCard(placeIn(folder), folder, card, hash, memoryFiles)),
  }
}

function keep(root: Root, { id, at, topic, markdown, trail }: HarvestFile): string {
  const place = harvestPlaceOf(root, [own, harvestName(at, topic, 1)])
  makeFolders(place)
  const folder = dirname(place.path)
  for (let n = 1; ; n++) {
    const path = join(folder, harvestName(at, topic, n))
    const mark = markAt(path)
    if (mark !== null && mark.id !== id) continue
    // Don't overwrite a file that the user has edited.
    if (mark === null || mark.asWritten) putPlain(path, marked(markdown, id), root.modes.file)
    put(root, join(folder, 'TRAIL.md'), (before) => withTrail(before, id, trail, basename(path)))
    return realpathSync(path)
  }
}

/** Returns the owner of the file, or null when there is none. Unreadable files count as someone else's. */
function markAt(path: string): { readonly id: string; readonly asWritten: boolean } | null {
  const others = { id: '', asWritten: false }
  try {
    const text = readPlain(path)
    return text === null ? null : (markOf(text) ?? others)
  } catch {
    return others
  }
}

function put({ modes }: Root, path: string, change: (before: string | null) => string): void {
  const before = readPlain(path)
  const after = change(before)
  if (after !== before) putPlain(path, after, modes.file)
}

/**
 * Todos go into one list, memories and ideas into their own files, a document to the path the harvester
 * chose (below `gatherings` in the state folder).
 */
function placeOfCard(
  root: Root,
  folder: string | null,
  { kind, path }: Card,
  memoryFiles: readonly string[],
): HarvestPlace {
  if (kind === 'todo') return harvestPlaceOf(root, [own, 'TODO.md'])
  if (kind !== 'doc') return harvestPlaceOf(root, notesHome(folder, path, memoryFiles))
  const names = pathParts(path)
  if ('problem' in names) throw new UnfitFileError(names.problem)
  return harvestPlaceOf(root, folder === null ? [own, ...names] : names)
}

function notesHome(folder: string | null, path: string, files: readonly string[]): readonly string[] {
  const names = notesHomeOf(folder, path, files)
  if ('problem' in names) throw new UnfitFileError(names.problem)
  return names
}

const changed: Readonly<Record<Card['kind'], (before: string | null, text: string) => string>> = {
  todo: withTodo,
  memory: (before, text) => withNote(before, 'Memory', text),
  idea: (before, text) => withNote(before, 'Ideas', text),
  doc: (_, text) => withFinalNewline(text),
}

function changeOf({ path, missing }: HarvestPlace, { kind, text }: Card): PlannedFileChange {
  const before = missing.length > 0 ? null : readPlain(path)
  const after = changed[kind](before, text)
  return { path, before, after, hash: hashOf(path, before, after), problem: '' }
}

function fileCard(
  root: Root,
  folder: string | null,
  card: Card,
  hash: string,
  memoryFiles: readonly string[],
): string {
  const place = placeOfCard(root, folder, card, memoryFiles)
  const { path, before, after, hash: now } = changeOf(place, card)
  if (now !== hash) {
    const message = `${path} is not as it was shown any more. Look at the change again.`
    throw new RefusedError({ code: 'wrong_state', message })
  }
  makeFolders(place)
  if (after !== before || !existsSync(path)) putPlain(path, after, root.modes.file)
  return path
}

/** Rethrows any error as `RefusedError` with a message for the user. */
function saving<T>(what: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    if (error instanceof RefusedError) throw error
    const code = error instanceof UnfitFileError ? 'wrong_state' : 'storage_full'
    throw new RefusedError({ code, message: `${what} ${reasonOf(error)}` })
  }
}
