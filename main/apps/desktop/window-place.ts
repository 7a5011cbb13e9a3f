import type { Rectangle } from 'electron'
import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../../adapters/folder/json-file.ts'

/** Where the window is on the screens, in their own units. */
export interface WindowPlace {
  readonly bounds: Rectangle | null
  readonly isMaximized: boolean
}

const pathOf = (folder: string): string => join(folder, 'window.json')
const smallest = { width: 480, height: 400 }
/** So much of the top edge must be on a screen to take hold of the window. */
const hold = { width: 120, height: 32 }

/** Where the window was last. Without a place that still is on a screen, the system chooses one. */
export function readPlace(folder: string, screens: readonly Rectangle[]): WindowPlace {
  try {
    const { bounds, isMaximized } = readJsonFile(pathOf(folder)).fields
    return {
      bounds: isRectangle(bounds) && isInReach(bounds, screens) ? bounds : null,
      isMaximized: isMaximized === true,
    }
  } catch {
    return { bounds: null, isMaximized: false }
  }
}

/** Keeps it for the next start; where that cannot be saved, nothing is lost but a place. */
export function keepPlace(folder: string, place: WindowPlace): void {
  try {
    writeJsonFile(pathOf(folder), { ...place })
  } catch {
    // Not worth a word.
  }
}

function isRectangle(value: unknown): value is Rectangle {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, width, height } = value as Record<string, unknown>
  const isWhole = [x, y, width, height].every((part) => Number.isSafeInteger(part))
  return isWhole && Number(width) >= smallest.width && Number(height) >= smallest.height
}

function isInReach(bounds: Rectangle, screens: readonly Rectangle[]): boolean {
  return screens.some(
    (screen) =>
      bounds.y >= screen.y &&
      bounds.y + hold.height <= screen.y + screen.height &&
      Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x) >= hold.width,
  )
}
