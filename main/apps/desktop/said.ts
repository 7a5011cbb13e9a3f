/** Exit codes that tell the launcher that Janus has already explained its exit. */
export const exitCodes = { refused: 3, handedOver: 4, noSandbox: 5 } as const

/** Lines on stdout that the launcher (`scripts/start.mjs`) reads. */
export const launcherLines = {
  /** The first line of all: Electron has begun to run Janus. */
  starting: 'janus: starting',
  /** The window is visible and shows a page of Janus. */
  window: 'janus: window',
  /** Another instance has the folder open and comes to the front. */
  handedOver: 'janus: handed over',
  /** A packed app was started without Chromium's sandbox. */
  noSandbox: 'janus: no sandbox',
  refused: (words: string) => `janus: refused ${words.replace(/\s+/g, ' ').trim()}`,
} as const
