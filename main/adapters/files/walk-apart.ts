import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import type { FolderFiles } from '../../ports/attachments.ts'
import { type ProgramCommand, programVariables } from '../processes/command.ts'

/** Files of a folder that are listed; `isWhole`: these are all. */
type Listing = Awaited<ReturnType<FolderFiles['list']>>

/** What listing may take: files, bytes of their paths, and ms. */
export interface WalkLimits {
  readonly files: number
  readonly bytes: number
  readonly patience: number
}

/** Lists the files below a folder. Never rejects. */
export type Walk = (folder: string, limits: WalkLimits) => Promise<Listing>

/**
 * Walks in a process of its own (`walk-folder.ts`), which is killed at the limits; what it found until then counts.
 * `closed` is never entered.
 */
export function walkApart({ command, args, env = {} }: ProgramCommand, closed: string): Walk {
  return (folder, limits) =>
    new Promise((resolve) => {
      const words = [...args, realOf(folder), realOf(closed)]
      const child = spawn(command, words, {
        stdio: ['ignore', 'pipe', 'ignore'],
        windowsHide: true,
        killSignal: 'SIGKILL',
        timeout: limits.patience,
        env: { ...programVariables(), ...env },
      })
      const chunks: Buffer[] = []
      let bytes = 0
      child.stdout.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > limits.bytes) child.kill('SIGKILL')
      })
      child.once('error', () => resolve({ files: [], isWhole: false }))
      child.once('close', (code) => {
        // The last path has not come whole, or is empty.
        const found = Buffer.concat(chunks).toString('utf8').split('\0').slice(0, -1)
        resolve({
          files: found.slice(0, limits.files),
          isWhole: code === 0 && found.length <= limits.files,
        })
      })
    })
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch {
    return folder
  }
}
