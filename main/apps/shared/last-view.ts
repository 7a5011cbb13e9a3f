import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { orNull } from '../../adapters/folder/errors.ts'
import { readOwnerOnly, writeOwnerOnly } from '../../adapters/folder/owner-only.ts'
import type { FeedEvent } from '../../contract/api/feed.ts'
import type { FeedSource } from '../../ports/ports.ts'

// The view at the last regular exit. The next start shows it until the core runs, so that the user can read
// and write at once. Failures are ignored.

/** Bytes; a longer view isn't shown. */
const longest = 16 * 1024 * 1024

const pathIn = (folder: string): string => join(folder, 'last-view.json')

/** Another build may not understand the view. Throws when there are no files. */
const buildOf = (renderer: string): string => readFileSync(join(renderer, 'index.html'), 'utf8')

/** `renderer` is the folder of the window's files. */
export function keepLastView(folder: string, renderer: string, feed: FeedSource): void {
  const leave = feed.subscribe((event) => {
    if (event.kind !== 'snapshot') return
    orNull(() =>
      writeOwnerOnly(pathIn(folder), JSON.stringify({ build: buildOf(renderer), view: event.view })),
    )
  })
  leave()
}

/** Returns the view as the first event of a feed; null when missing or from another build. */
export function readLastView(folder: string, renderer: string): FeedEvent | null {
  return orNull(() => {
    const { build, view } = JSON.parse(readOwnerOnly(pathIn(folder), longest) ?? '{}')
    return build === buildOf(renderer) ? { kind: 'snapshot', view, isRemembered: true } : null
  })
}

/** Called at start: after a crash, an old view must not be shown as the present. */
export const forgetLastView = (folder: string): void =>
  void orNull(() => rmSync(pathIn(folder), { force: true }))
