import { closeSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

const closeOnExec = 0o2000000

/**
 * Closes the files that Electron has opened in this process in such a way that every program started from it would have
 * them too: on Linux the image of V8's start, which has long been read. What is not a file is left alone, as are the
 * standard streams, and the app's archive: Electron reads it again, and ends the process when another file that has got
 * the number of the archive's is closed. Best effort: where it cannot be read what is open, nothing is closed.
 */
export function closeInheritedFiles(platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'linux') return
  for (const name of list()) {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`)
      const isInherited = Number(name) > 2 && path.startsWith('/') && !isClosedOnExec(name)
      if (isInherited && !path.endsWith('.asar')) closeSync(Number(name))
    } catch {
      // Closed meanwhile, as the one by which the list was read.
    }
  }
}

function list(): string[] {
  try {
    return readdirSync('/proc/self/fd')
  } catch {
    return []
  }
}

function isClosedOnExec(name: string): boolean {
  const [, flags = '0'] = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8')) ?? []
  return (Number.parseInt(flags, 8) & closeOnExec) !== 0
}
