import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the system that tests run on can do; what it cannot is not asked of it. */
export const abilities = {
  /** A process hears what it is sent, and can be stopped. Elsewhere each signal ends it. */
  signals: 'SIGUSR1' in constants.signals && 'SIGSTOP' in constants.signals,
  /** A program can close its own input and output and live on: on Windows, Node leaves the first three open. */
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
      /** Who may do what with a file is its mode. */
      modes: (statSync(file).mode & 0o777) === 0o640,
      /** Anybody may make a link, and it is seen to be one. */
      links: makesLink(file, join(folder, 'link')),
      /** A pipe can lie in a folder. */
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
