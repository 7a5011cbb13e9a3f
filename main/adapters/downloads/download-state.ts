import {
  downloadPercent,
  isDownloading,
  type DownloadState,
} from '../../contract/agents/program-downloads.ts'

/** What happens to a download. */
export type DownloadEvent =
  | { readonly kind: 'begun' }
  | { readonly kind: 'received'; readonly received: number; readonly total: number | null }
  | { readonly kind: 'complete' }
  | { readonly kind: 'unpacked' }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'removed' }

/** How a download stands after an event; one that comes late, such as a piece after the end, changes nothing. */
export function nextDownload(now: DownloadState, event: DownloadEvent): DownloadState {
  switch (event.kind) {
    case 'begun':
      return isDownloading(now) ? now : { kind: 'downloading', received: 0, total: null }
    case 'received': {
      const { received, total } = event
      return now.kind === 'downloading' ? { kind: 'downloading', received, total } : now
    }
    case 'complete':
      return now.kind === 'downloading' ? { kind: 'unpacking' } : now
    case 'unpacked':
      return now.kind === 'unpacking' ? { kind: 'installed' } : now
    case 'failed':
      return isDownloading(now) ? { kind: 'failed', words: event.words } : now
    case 'cancelled':
      return isDownloading(now) ? { kind: 'absent' } : now
    case 'removed':
      return isDownloading(now) ? now : { kind: 'absent' }
  }
}

/** Whether a user sees a difference: pieces of a file come far more often than its percentage changes. */
export function looksDifferent(before: DownloadState, after: DownloadState): boolean {
  return before.kind !== after.kind || downloadPercent(before) !== downloadPercent(after)
}
