/** An agent's program that Janus can download: one version with a known hash. */
export interface ProgramDownload {
  /** Of the npm package. */
  readonly version: string
  /** Host name. */
  readonly from: string
  readonly state: DownloadState
}

/** Sizes in bytes; `total` is null when the server does not send it. */
export type DownloadState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'downloading'; readonly received: number; readonly total: number | null }
  | { readonly kind: 'unpacking' }
  | { readonly kind: 'installed' }
  /** `words`: what went wrong and what to do, for the user. */
  | { readonly kind: 'failed'; readonly words: string }

export const isDownloading = ({ kind }: DownloadState): boolean =>
  kind === 'downloading' || kind === 'unpacking'

/** From 0 to 100; null when unknown. */
export function downloadPercent(state: DownloadState): number | null {
  if (state.kind !== 'downloading' || state.total === null || state.total === 0) return null
  return Math.min(100, Math.floor((state.received / state.total) * 100))
}
