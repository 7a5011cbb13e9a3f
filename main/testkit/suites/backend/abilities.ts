import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the test system can do; tests skip what it can't. */
export const abilities = {
  /** A process can handle signals, and be stopped. Elsewhere every signal ends it. */
  signals: 'SIGUSR1' in constants.signals && 'SIGSTOP' in constants.signals,
  /** A program can close its stdio and live on. On Windows, Node keeps the first three open. */
  endsOfStreams: process.platform !== 'win32',
  ...look(),
} as const

function look(): { readonly modes: boolean; readonly links: boolean; readonly pipes: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'janus-abilities-'))
  const file = join(folder, 'file')
  try {
    writeFileSync(file, '')
    chmodSync(file, 0o640)
    return {
      /** File modes control access. */
      modes: (statSync(file).mode & 0o777) === 0o640,
      /** Anyone may create symbolic links, and they are recognized. */
      links: makesLink(file, join(folder, 'link')),
      /** Named pipes are possible. */
      pipes: spawnSync('mkfifo', [join(folder, 'pipe')]).status === 0,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function makesLink(file: string, link: string): boolean {
  try {
    symlinkSync(file, link)
    return lstatSync(link).isSymbolicLink()
  } catch {
    return false
  }
}
