import { closeSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

const closeOnExec = 0o2000000

/**
 * Closes the files that Electron has opened in this process in such a way that every program started from it would have
 * them too: on Linux the image of V8's start, which has long been read. What is not a file is left alone, as are the
 * standard streams. Best effort: where it cannot be read what is open, nothing is closed.
 */
export function closeInheritedFiles(platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'linux') return
  for (const name of list()) {
    try {
      const isFile = Number(name) > 2 && readlinkSync(`/proc/self/fd/${name}`).startsWith('/')
      if (isFile && !isClosedOnExec(name)) closeSync(Number(name))
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
