import { createRequire } from 'node:module'
import { sep } from 'node:path'

/** The CLI that comes with Janus, in the SDK's package for this system; null when it is not installed. */
export function bundledCli(): string | null {
  const { resolve } = createRequire(import.meta.url)
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude'
  for (const variant of ['', '-musl']) {
    try {
      const name = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}${variant}/${file}`
      return outsideArchive(resolve(name))
    } catch {
      // Not this variant.
    }
  }
  return null
}

/** In the packed app a program lies beside the archive: out of it nothing can be started. */
export function outsideArchive(path: string, separator = sep): string {
  return path.replace(`${separator}app.asar${separator}`, `${separator}app.asar.unpacked${separator}`)
}
