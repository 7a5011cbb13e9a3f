import type { Summary } from './core-messages.ts'
import type { ElectronParts } from './electron-parts.ts'
import { menuTemplate, type MenuOptions } from './menu.ts'

/** The application's menu, which shows the person's own keys beside its items. */
export class AppMenu {
  readonly #menu: ElectronParts['Menu']
  readonly #options: Omit<MenuOptions, 'keys'>
  /** What it shows, as text. */
  #shown = ''

  constructor(menu: ElectronParts['Menu'], options: Omit<MenuOptions, 'keys'>) {
    this.#menu = menu
    this.#options = options
    this.show({})
  }

  /** Made anew only where the keys are others. */
  show(keys: Summary['keys']): void {
    const words = JSON.stringify(keys)
    if (words === this.#shown) return
    this.#shown = words
    this.#menu.setApplicationMenu(this.#menu.buildFromTemplate(menuTemplate({ ...this.#options, keys })))
  }
}
