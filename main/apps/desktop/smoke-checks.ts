import { join } from 'node:path'
import type { ElectronParts } from './electron-parts.ts'

/** A check that is safe in a running app, also a user's. */
export interface SmokeCheck {
  /** Number of the fact in docs/electron.md. */
  readonly fact: number
  readonly name: string
  readonly scheme?: string
  readonly see: (electron: ElectronParts) => readonly string[]
  readonly is: readonly string[]
}

/** The table of facts uses these too, and also checks them against the stand-in. */
export const smokeChecks: readonly SmokeCheck[] = [
  {
    fact: 3,
    name: 'after ready',
    see: ({ app }) => [attempt(() => app.enableSandbox())],
    is: ['app.enableSandbox() can only be called before app is ready'],
  },
  {
    fact: 4,
    name: 'after ready',
    see: ({ protocol }) => [attempt(() => protocol.registerSchemesAsPrivileged([{ scheme: 'late' }]))],
    is: ['protocol.registerSchemesAsPrivileged should be called before app is ready'],
  },
  {
    fact: 9,
    name: 'a relative path',
    see: ({ app }) => [attempt(() => app.setPath('userData', join('a', 'b')))],
    is: ['Path must be absolute'],
  },
  {
    fact: 10,
    name: 'asked again',
    see: ({ app }) => [String(app.requestSingleInstanceLock()), String(app.requestSingleInstanceLock())],
    is: ['true', 'true'],
  },
  {
    fact: 23,
    name: 'twice',
    see: ({ ipcMain }) => twice(() => ipcMain.handle('fact23', () => 1)),
    is: ['ok', "Attempted to register a second handler for 'fact23'"],
  },
  {
    fact: 26,
    name: 'twice, and a throw',
    scheme: 'fact26',
    see: ({ protocol }) => twice(() => protocol.handle('fact26', async () => new Response(''))),
    is: ['ok', 'Failed to register protocol: fact26'],
  },
]

const twice = (act: () => unknown): readonly string[] => [attempt(act), attempt(act)]

/** Returns the error's message, or `ok`. */
export function attempt(act: () => unknown): string {
  try {
    act()
    return 'ok'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
