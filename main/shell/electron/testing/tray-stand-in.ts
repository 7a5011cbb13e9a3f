import type { TrayPart } from '../electron-parts.ts'
import { Emitter } from './emitter.ts'
import type { Life } from './life.ts'

/** An icon in the tray, as long as it is there. */
export class StandInTray extends Emitter<{ click: () => void }> implements TrayPart {
  readonly #all: StandInTray[]

  constructor(life: Life, all: StandInTray[]) {
    life.wantReady('Cannot create Tray before app is ready')
    super()
    this.#all = all
    all.push(this)
  }

  setToolTip(): void {
    // Nobody points at it.
  }
  setContextMenu(): void {
    // Nobody opens it.
  }
  destroy(): void {
    this.#all.splice(this.#all.indexOf(this), 1)
  }
}
