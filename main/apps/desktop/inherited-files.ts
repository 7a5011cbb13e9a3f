import { closeSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

const closeOnExec = 0o2000000

/**
 * Closes files that Electron opened without close-on-exec, such as V8's startup snapshot, so that children
 * don't inherit them. Spares the `.asar` archive, which Electron reads again: it aborts when a file that
 * reused that descriptor is closed.
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
