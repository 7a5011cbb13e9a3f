import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Where the first of these commands is on the PATH of an environment; null: nowhere. */
export function findOnPath(
  commands: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter)
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : ['']
  for (const command of commands) {
    for (const folder of folders.filter((one) => isAbsolute(one))) {
      for (const ending of endings) {
        const path = join(folder, command + ending)
        if (canRun(path)) return path
      }
    }
  }
  return null
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** There is something at this path. */
export const isThere = (path: string): boolean => existsSync(path)
