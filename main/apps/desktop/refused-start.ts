import type { ShellOptions } from './desktop.ts'
import type { ElectronParts } from './electron-parts.ts'
import { exitCodes, launcherLines } from './said.ts'

/** Switches that open the app to a debugger; a packed app refuses to start with them. */
const debugging = ['inspect', 'inspect-brk', 'inspect-port', 'remote-debugging-port', 'remote-debugging-pipe']

/** `line` is for the launcher, `words` for the user. */
export interface RefusedStart {
  readonly code: number
  readonly line: string
  readonly words: string
}

export function refusalOfStart(
  { app }: ElectronParts,
  { home }: ShellOptions,
  isBare: boolean,
): RefusedStart | null {
  if ('refused' in home) return refusedWith(home.refused)
  const open = debugging.find((name) => app.commandLine.hasSwitch(name))
  if (app.isPackaged && open !== undefined) {
    return refusedWith(`Janus does not start with --${open}: anyone who is there could speak for you.`)
  }
  if (!app.isPackaged || !isBare) return null
  const words =
    'Janus was started without the sandbox that keeps its window apart (--no-sandbox). Install the .deb or .rpm ' +
    'package, which sets the sandbox up, or start it without that switch.'
  return { code: exitCodes.noSandbox, line: launcherLines.noSandbox, words }
}

export function refusedWith(words: string): RefusedStart {
  return { code: exitCodes.refused, line: launcherLines.refused(words), words }
}

/** Tells the launcher why, and the user of a packed app, which has no terminal. Ends the app. */
export async function refuseStart(
  { app, dialog }: ElectronParts,
  { say, log, signals }: ShellOptions,
  { code, line, words }: RefusedStart,
): Promise<void> {
  say(line)
  log(words)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) signals.on(signal, () => app.exit(code))
  if (app.isPackaged) {
    await dialog
      .showMessageBox({ type: 'error', message: 'Janus could not be started', detail: words })
      .catch(() => undefined)
  }
  app.exit(code)
}
