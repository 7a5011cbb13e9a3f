import { Desktop, type ShellOptions } from './desktop.ts'
import type { ElectronParts } from './electron-parts.ts'
import { guardApp } from './guards.ts'
import { scheme } from './protocol.ts'
import { refusalOfStart, refuseStart } from './refused-start.ts'
import { exitCodes, launcherLines } from './said.ts'
import { accessSync, constants, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `ready` settles once the core runs, or when the app will end. */
export interface StartedDesktop {
  readonly desktop: Desktop
  readonly ready: Promise<void>
}

/** Returns null when another instance runs. The entry calls this, and must not await `ready`. */
export function startDesktop(electron: ElectronParts, options: ShellOptions): StartedDesktop | null {
  const { app, Menu, protocol } = electron
  // Otherwise Electron creates a default menu first.
  Menu.setApplicationMenu(null)
  // With --no-sandbox, `enableSandbox` would leave the window without any page.
  const isBare = app.commandLine.hasSwitch('no-sandbox')
  if (!isBare) app.enableSandbox()
  // Pages can't resolve any host name.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
  protocol.registerSchemesAsPrivileged([scheme])
  const refused = refusalOfStart(electron, options, isBare)
  if (refused === null) {
    app.setPath('userData', options.profile)
    if (!app.requestSingleInstanceLock()) {
      // The other instance comes to the front.
      options.say(launcherLines.handedOver)
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

/** Chromium's profile: in the state folder, or in a temporary folder when that is read-only. */
export function profileOf(folder: string): string {
  if (folder === '') return 'window'
  try {
    accessSync(folder, constants.W_OK)
    return join(folder, 'window')
  } catch {
    return mkdtempSync(join(tmpdir(), 'janus-window-'))
  }
}
