import { closeSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

const closeOnExec = 0o2000000

/**
 * Closes files that Electron opened without close-on-exec, so that child processes don't inherit them; on
 * Linux that is V8's startup snapshot, which has already been read. Skips standard streams, non-files and the
 * `.asar` archive: Electron reads the archive again, and aborts when a file that reused its descriptor is
 * closed. Does nothing where open files can't be listed.
 */
export function closeInheritedFiles(platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'linux') return
  for (const name of list()) {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`)
      const isInherited = Number(name) > 2 && path.startsWith('/') && !isClosedOnExec(name)
      if (isInherited && !path.endsWith('.asar')) closeSync(Number(name))
    } catch {
      // Already closed, such as the descriptor that read the list.
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
