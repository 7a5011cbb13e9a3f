import { join } from 'node:path'
import { RefusedError } from '../../contract/api/errors.ts'
import { gatheringRequests } from '../../contract/gatherings/gathering-requests.ts'
import type { Rhythm } from '../../contract/gatherings/rhythms.ts'
import type { RhythmBook } from '../../ports/gatherings.ts'
import {
  logOnce,
  quotedName,
  readJsonFile,
  reasonOf,
  writeJsonFile,
  type JsonFields,
} from '../folder/json-file.ts'
import { folderCheck } from '../folder/folder-identity.ts'
import { isSameRhythm, usualRhythms } from './usual-rhythms.ts'

const fileName = 'rhythms.json'

/** Caps on custom presets and on the file size; a larger file could not be read back. */
const most = { presets: 100, bytes: 900_000 }

const shape = gatheringRequests['rhythms.keep']

/**
 * Stores presets in the state folder, as an object by name. Reads the file each time, because the user may
 * edit it. Invalid entries are logged and stay in the file; a file that isn't JSON is set aside.
 */
export function openRhythmBook(stateFolder: string, log: (line: string) => void = () => {}): RhythmBook {
  const path = join(stateFolder, fileName)
  const report = logOnce(log)
  const tell = (problem: string): void => report(`rhythms: ${problem}`)
  const mustBeThere = folderCheck(stateFolder)
  return {
    rhythms: () => {
      const { rhythms, problems } = rhythmsOf(read(path))
      for (const problem of problems) tell(problem)
      return [...usualRhythms, ...rhythms]
    },
    keep: (rhythm) => {
      if (usualRhythms.some(({ name }) => isSameRhythm(name, rhythm.name)))
        throw refusal('name_taken', `There is always a preset "${rhythm.name}"; give yours another name.`)
      try {
        mustBeThere()
        const { fields, notice } = readJsonFile(path)
        if (notice !== null) tell(notice)
        writeJsonFile(path, withRhythm(fields, rhythm))
      } catch (error) {
        if (error instanceof RefusedError) throw error
        throw refusal('storage_full', `The preset could not be kept. ${reasonOf(error)}`)
      }
    },
  }
}

interface Read {
  readonly fields: JsonFields
  readonly problems: readonly string[]
}

function read(path: string): Read {
  try {
    const { fields, notice } = readJsonFile(path)
    return { fields, problems: notice === null ? [] : [notice] }
  } catch (error) {
    return { fields: {}, problems: [reasonOf(error)] }
  }
}

function rhythmsOf({
  fields,
  problems,
}: Read): Omit<Read, 'fields'> & { readonly rhythms: readonly Rhythm[] } {
  const rhythms: Rhythm[] = []
  const wrong = Object.entries(fields).flatMap(([name, value]) => {
    const given = typeof value === 'object' && value !== null ? value : {}
    const { data, error } = shape.safeParse({ ...given, name })
    if (error)
      return [`the preset ${quotedName(name)} is not used (${error.issues[0]?.message ?? 'not allowed'}).`]
    const isTaken = [...usualRhythms, ...rhythms].some((known) => isSameRhythm(known.name, name))
    if (isTaken) return [`the preset ${quotedName(name)} is not used: there is another one of its name.`]
    const { opening = '', question = '', about = '', ...rhythm } = data
    rhythms.push({ ...rhythm, opening, question, about })
    return []
  })
  return { rhythms, problems: [...problems, ...wrong] }
}

/** Replaces the preset of the same name, or appends it. */
function withRhythm(fields: JsonFields, { name, ...rhythm }: Rhythm): JsonFields {
  const entries = Object.entries(fields)
  const at = entries.findIndex(([known]) => isSameRhythm(known, name))
  entries.splice(at < 0 ? entries.length : at, 1, [name, rhythm])
  const all = Object.fromEntries(entries)
  const isFull = entries.length > most.presets || Buffer.byteLength(JSON.stringify(all, null, 2)) > most.bytes
  if (isFull) throw refusal('too_large', `${fileName} is full; take a preset out of it first.`)
  return all
}

const refusal = (code: 'name_taken' | 'storage_full' | 'too_large', message: string): RefusedError =>
  new RefusedError({ code, message })
