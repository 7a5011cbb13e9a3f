import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import type { FileCopies, FileCopy } from '../../ports/changes.ts'
import { orNull } from '../folder/errors.ts'
import { makeOwnFolder, writeOwnerOnly } from '../folder/owner-only.ts'

const mostKept = 200
const mostBytes = 64 * 1024 * 1024

type Stored = Omit<FileCopy, 'bytes'> & { readonly bytes: string | null }

/** Keeps the copies of each revert in one file of the state folder and deletes the oldest above the caps. */
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
      const bytesOf = ({ bytes }: Stored) => (bytes === null ? null : Buffer.from(bytes, 'base64'))
      return orNull(() => {
        const stored = JSON.parse(fs.readFileSync(join(folder, `${id}.json`), 'utf8')) as readonly Stored[]
        return stored.map((copy) => ({ ...copy, bytes: bytesOf(copy) }))
      })
    },
  }
}

/** File names begin with their time, so they sort by age. */
function sweep(folder: string): void {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json'))
  let bytes = 0
  for (const [at, name] of names.sort().reverse().entries()) {
    bytes += fs.statSync(join(folder, name)).size
    if (at > 0 && (at >= mostKept || bytes > mostBytes)) fs.rmSync(join(folder, name), { force: true })
  }
}
