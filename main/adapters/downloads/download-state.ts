import {
  downloadPercent,
  isDownloading,
  type DownloadState,
} from '../../contract/agents/program-downloads.ts'

export type DownloadEvent =
  | { readonly kind: 'begun' }
  | { readonly kind: 'received'; readonly received: number; readonly total: number | null }
  | { readonly kind: 'complete' }
  | { readonly kind: 'unpacked' }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'removed' }

/** Late events, such as data after a cancel, change nothing. */
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

/** Compares percentages, because chunks arrive far more often than the percentage changes. */
export function looksDifferent(before: DownloadState, after: DownloadState): boolean {
  return before.kind !== after.kind || downloadPercent(before) !== downloadPercent(after)
}
