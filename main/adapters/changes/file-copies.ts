import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import type { FileCopies, FileCopy } from '../../ports/changes.ts'
import { makeOwnFolder, writeOwnerOnly } from '../folder/owner-only.ts'

/** So many takings back can be put back, and so many bytes of them are kept. */
const mostKept = 200
const mostBytes = 64 * 1024 * 1024

type Stored = Omit<FileCopy, 'bytes'> & { readonly bytes: string | null }

/** Keeps copies in a folder of the state folder, one file each taking back; the oldest go. */
export function openFileCopies(stateFolder: string, now: () => number): FileCopies {
  const folder = join(stateFolder, 'taken-back')
  return {
    keep: (copies) => {
      makeOwnFolder(folder)
      const id = `${now()}-${randomUUID().slice(0, 8)}`
      const stored: readonly Stored[] = copies.map((copy) => ({
        ...copy,
        bytes: copy.bytes === null ? null : Buffer.from(copy.bytes).toString('base64'),
      }))
      writeOwnerOnly(join(folder, `${id}.json`), JSON.stringify(stored))
      sweep(folder)
      return id
    },
    take: (id) => {
      if (!/^[0-9a-z-]+$/.test(id)) return null
      try {
        const stored = JSON.parse(fs.readFileSync(join(folder, `${id}.json`), 'utf8')) as readonly Stored[]
        return stored.map((copy) => ({
          ...copy,
          bytes: copy.bytes === null ? null : Buffer.from(copy.bytes, 'base64'),
        }))
      } catch {
        return null
      }
    },
  }
}

/** The newest stay; their names begin with their time. */
function sweep(folder: string): void {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json'))
  let bytes = 0
  for (const [at, name] of names.sort().reverse().entries()) {
    bytes += fs.statSync(join(folder, name)).size
    if (at > 0 && (at >= mostKept || bytes > mostBytes)) fs.rmSync(join(folder, name), { force: true })
  }
}
