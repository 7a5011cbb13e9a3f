import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { quietly } from '../../adapters/folder/errors.ts'
import { readOwnerOnly, writeOwnerOnly } from '../../adapters/folder/owner-only.ts'
import type { FeedEvent } from '../../contract/api/feed.ts'
import type { FeedSource } from '../../ports/ports.ts'

/*
 * What the window was shown when Janus ended in order. The next start shows it until Janus stands, so that the user can
 * read and write at once. It is a convenience: where anything is in its way, there is none.
 */

/** Of a view that is longer, in bytes, nothing is shown. */
const longest = 16 * 1024 * 1024

const pathIn = (folder: string): string => join(folder, 'last-view.json')

/** Names the build of the window's files; another build may not understand the view. Throws where there are none. */
const buildOf = (renderer: string): string => readFileSync(join(renderer, 'index.html'), 'utf8')

/** Keeps what windows are shown now. `renderer`: folder of the window's files. */
export function keepLastView(folder: string, renderer: string, feed: FeedSource): void {
  const leave = feed.subscribe((event) => {
    if (event.kind !== 'snapshot') return
    quietly(() =>
      writeOwnerOnly(pathIn(folder), JSON.stringify({ build: buildOf(renderer), view: event.view })),
    )
  })
  leave()
}

/** Reads it, as the first event of a window's feed. Null: there is none, or it is of another build. */
export function readLastView(folder: string, renderer: string): FeedEvent | null {
  return quietly(() => {
    const { build, view } = JSON.parse(readOwnerOnly(pathIn(folder), longest) ?? '{}')
    return build === buildOf(renderer) ? { kind: 'snapshot', view, isRemembered: true } : null
  })
}

/** What happens from now on is not in it, and a window that finds it after a crash must not take it for the present. */
export const forgetLastView = (folder: string): void =>
  void quietly(() => rmSync(pathIn(folder), { force: true }))
