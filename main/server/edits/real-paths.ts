import { resolve, sep } from 'node:path'
import { realFolder } from '../../adapters/folder/folder-identity.ts'

/** With `/` on every system. */
export const slashed = (path: string): string => path.split(sep).join('/')

/** Resolves links and uses the case on disk, so that each file has one path. */
export const realPath = (folder: string, path: string): string => slashed(realFolder(resolve(folder, path)))
