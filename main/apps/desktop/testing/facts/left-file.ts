import { existsSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Leaves words in a folder for another process, whole from the first moment. */
export function writeWhole(folder: string, name: string, words: string): void {
  writeFileSync(join(folder, `${name}.part`), words)
  renameSync(join(folder, `${name}.part`), join(folder, name))
}

/** Resolves with what was left there, once it is. */
export function appears(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  return new Promise((resolve) => {
    const watcher = watch(folder, look)
    function look(): void {
      if (!existsSync(path)) return
      watcher.close()
      resolve(readFileSync(path, 'utf8'))
    }
    look()
  })
}
