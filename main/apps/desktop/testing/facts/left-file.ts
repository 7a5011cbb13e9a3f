import { existsSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a file atomically for another process. */
export function writeWhole(folder: string, name: string, words: string): void {
  writeFileSync(join(folder, `${name}.part`), words)
  renameSync(join(folder, `${name}.part`), join(folder, name))
}

/** Resolves with the file's content once it exists. */
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
