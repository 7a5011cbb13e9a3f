/** A program of agents that Janus can download by itself: one version, whose hash it knows. */
export interface ProgramDownload {
  /** Version of the npm package that is downloaded. */
  readonly version: string
  /** The host that it comes from. */
  readonly from: string
  readonly state: DownloadState
}

/** How far a download has come; sizes in bytes, `total` null where the server does not say it. */
export type DownloadState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'downloading'; readonly received: number; readonly total: number | null }
  | { readonly kind: 'unpacking' }
  | { readonly kind: 'installed' }
  /** `words`: what went wrong and what to do, for a user. */
  | { readonly kind: 'failed'; readonly words: string }

/** Whether it is under way. */
export const isDownloading = ({ kind }: DownloadState): boolean =>
  kind === 'downloading' || kind === 'unpacking'

/** How much of it has come, from 0 to 100; null where nobody knows. */
export function downloadPercent(state: DownloadState): number | null {
  if (state.kind !== 'downloading' || state.total === null || state.total === 0) return null
  return Math.min(100, Math.floor((state.received / state.total) * 100))
}
