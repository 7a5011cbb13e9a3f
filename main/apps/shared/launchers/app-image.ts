import { isAbsolute } from 'node:path'

/** The folder in which an AppImage is mounted; null without one. */
export function appImageFolder(environment: NodeJS.ProcessEnv): string | null {
  const { APPIMAGE: image, APPDIR: folder = '' } = environment
  const mount = folder.replace(/\/+$/, '')
  return !image || mount === '' || !isAbsolute(mount) ? null : mount
}

/** Whether a folder is `mount` or lies in it. */
export function isBelow(mount: string, folder: string): boolean {
  return folder === mount || folder.startsWith(`${mount}/`)
}
