import { listNames } from '../shared/quitting.ts'
import type { ElectronParts, Preventable, TrayPart, WindowPart } from './electron-parts.ts'

interface CloseQuestionOptions {
  readonly busy: () => readonly string[]
  readonly icon: string
  readonly toFront: () => void
  readonly log: (line: string) => void
}

/** Asks before a close while agents work: stop them, or go on in the background with a tray icon. */
export class CloseQuestion {
  readonly #electron: ElectronParts
  readonly #options: CloseQuestionOptions
  #isAsked = false
  #tray: TrayPart | null = null

  constructor(electron: ElectronParts, options: CloseQuestionOptions) {
    this.#electron = electron
    this.#options = options
  }

  /** Prevents the close and asks if any agent works. */
  ask(event: Preventable, window: WindowPart): void {
    const busy = this.#options.busy()
    if (busy.length === 0) return
    event.preventDefault()
    if (!this.#isAsked) void this.#ask(busy, window)
  }

  end(): void {
    this.#tray?.destroy()
    this.#tray = null
  }

  async #ask(busy: readonly string[], window: WindowPart): Promise<void> {
    this.#isAsked = true
    const { app, dialog } = this.#electron
    const { response } = await dialog
      .showMessageBox(window, {
        type: 'question',
        message: `${listNames(busy)} ${busy.length > 1 ? 'are' : 'is'} in the middle of a turn.`,
        detail:
          'Stopped work resumes at the next start. In the background it continues now; start Janus again to see it.',
        buttons: ['Stop and quit', 'Keep running in background', 'Cancel'],
        defaultId: 0,
        cancelId: 2,
        noLink: true,
      })
      .catch(() => ({ response: 2 }))
    this.#isAsked = false
    if (response === 0) app.quit()
    if (response !== 1 || window.isDestroyed()) return
    window.hide()
    this.#showTray()
  }

  /** Not every desktop has a tray; then starting Janus again shows the window. */
  #showTray(): void {
    if (this.#tray !== null) return
    try {
      const { Tray, Menu, app } = this.#electron
      const tray = new Tray(this.#options.icon)
      const open = () => {
        this.end()
        this.#options.toFront()
      }
      tray.setToolTip('Janus')
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: 'Open Janus', click: open },
          { label: 'Quit', click: () => app.quit() },
        ]),
      )
      tray.on('click', open)
      this.#tray = tray
    } catch (error) {
      this.#options.log(`tray: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}
