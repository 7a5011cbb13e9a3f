import { resolve, sep } from 'node:path'
import { realFolder } from '../../adapters/folder/folder-identity.ts'

/** A path with `/`, whatever the system. */
export const slashed = (path: string): string => path.split(sep).join('/')

/** A file by its one real path: links followed, case as the disk has it. */
export const realPath = (folder: string, path: string): string => slashed(realFolder(resolve(folder, path)))
