import { Desktop, type ShellOptions } from './desktop.ts'
import type { ElectronParts } from './electron-parts.ts'
import { guardApp } from './guards.ts'
import { scheme } from './protocol.ts'
import { refusalOfStart, refuseStart } from './refused-start.ts'
import { exitCodes, startLines } from './said.ts'
import { accessSync, constants, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A desktop that opens: `ready` settles once its core stands, or the app will end. */
export interface StartedDesktop {
  readonly desktop: Desktop
  readonly ready: Promise<void>
}

/**
 * Sets up what must be set before Electron is ready, and opens the desktop once it is. Null when another instance has
 * been told instead. To be called while the entry is evaluated, which must not wait for `ready`.
 */
export function startDesktop(electron: ElectronParts, options: ShellOptions): StartedDesktop | null {
  const { app, Menu, protocol } = electron
  // Without this Electron makes a menu of its own first.
  Menu.setApplicationMenu(null)
  // With that switch the processes are made without it already; to ask for it then leaves no page at all.
  const isBare = app.commandLine.hasSwitch('no-sandbox')
  if (!isBare) app.enableSandbox()
  // No name is looked up for a page, whatever it tries.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
  protocol.registerSchemesAsPrivileged([scheme])
  const refused = refusalOfStart(electron, options, isBare)
  if (refused === null) {
    app.setPath('userData', options.profile)
    if (!app.requestSingleInstanceLock()) {
      // That one comes to the front by itself.
      options.say(startLines.handedOver)
      app.exit(exitCodes.handedOver)
      return null
    }
  }
  guardApp(app)
  const desktop = new Desktop(electron, options)
  if (refused === null) desktop.listen()
  const ready = app
    .whenReady()
    .then(() => (refused === null ? desktop.boot() : refuseStart(electron, options, refused)))
  return { desktop, ready }
}

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
