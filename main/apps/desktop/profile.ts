import { accessSync, constants, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Where Chromium keeps what is its own of a window: in the state folder; where that can only be read, in a folder for
 * temporary files, of this start alone. Without a state folder there will be no window.
 */
export function profileOf(folder: string): string {
  if (folder === '') return 'window'
  try {
    accessSync(folder, constants.W_OK)
    return join(folder, 'window')
  } catch {
    return mkdtempSync(join(tmpdir(), 'janus-window-'))
  }
}
