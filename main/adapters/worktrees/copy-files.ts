import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { worktreeLimits } from '../../contract/folders/worktree-runs.ts'
import { sizeWords } from '../../contract/words/size-words.ts'
import { isBelow } from '../folder/folder-identity.ts'
import { codeOf } from '../folder/errors.ts'
import { readForeignFile } from '../folder/foreign-file.ts'
import { reasonOf } from '../folder/json-file.ts'

const { bytes: mostBytes } = worktreeLimits.includes

/**
 * Copies plain files to the same paths in another folder; existing files stay. Both folders may be hostile,
 * so no links are followed in either, and nothing in `closed` (the state folder) is read. Returns why it
 * stopped, for the user, or null when all were copied.
 */
export async function copyFiles(
  closed: string,
  from: string,
  to: string,
  paths: readonly string[],
): Promise<string | null> {
  let left: number = mostBytes
  for (const path of paths) {
    try {
      const source = placeIn(from, path)
      if (source === null || isBelow(closed, source)) return `${path} was not copied: a link leads to it.`
      const file = readForeignFile(source, { most: left, links: 'refuse' })
      if (file.state === 'long') return `The files to copy have more than ${sizeWords(mostBytes)} together.`
      if (file.state === 'link') return `${path} was not copied: it is a link.`
      if (file.state !== 'read') return `${path} was not copied: it cannot be read.`
      left -= file.bytes.length
      fs.mkdirSync(dirname(placeIn(to, path) ?? ''), { recursive: true })
      // Checked again, because folders were created in the meantime.
      const target = placeIn(to, path)
      if (target === null) return `${path} was not copied: a link stands in its place.`
      await write(target, file.bytes, file.mode)
    } catch (error) {
      return `${path} was not copied. ${reasonOf(error)}`
    }
  }
  return null
}

/** Returns null when the path leads over a link or out of the folder. */
function placeIn(folder: string, path: string): string | null {
  const place = join(folder, path)
  let parent = dirname(place)
  while (!fs.existsSync(parent)) parent = dirname(parent)
  return isBelow(folder, place) && fs.realpathSync(parent) === parent ? place : null
}

/** Does not leave a partial file. */
async function write(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  try {
    await fs.promises.writeFile(path, bytes, { flag: 'wx', mode })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    fs.rmSync(path, { force: true })
    throw error
  }
}
