import type { Summary } from './core-messages.ts'
import type { ElectronParts, WindowPart } from './electron-parts.ts'

/** Shows how much waits for the person where they look when the window is not in front: badge, taskbar; and the colours. */
export class Badge {
  readonly #electron: Pick<ElectronParts, 'app' | 'nativeTheme'>
  readonly #window: () => WindowPart | null
  #waiting = 0

  constructor(electron: Pick<ElectronParts, 'app' | 'nativeTheme'>, window: () => WindowPart | null) {
    this.#electron = electron
    this.#window = window
  }

  show({ waiting, theme }: Summary): void {
    this.#electron.nativeTheme.themeSource = theme
    if (waiting === this.#waiting) return
    const isMore = waiting > this.#waiting
    this.#waiting = waiting
    this.#electron.app.setBadgeCount(waiting)
    const window = this.#window()
    // Looked at, it asks for no look; and what waits no more needs none.
    if (window !== null && !window.isDestroyed()) window.flashFrame(isMore && !window.isFocused())
  }
}
