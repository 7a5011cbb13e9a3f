/** The exit codes by which the launcher knows an end that Janus has explained itself. */
export const exitCodes = { refused: 3, handedOver: 4, noSandbox: 5 } as const

/** The lines of a start that the launcher (`scripts/start.mjs`) listens for on stdout; a user needs none of them. */
export const startLines = {
  /** Electron has reached our code; the first line of all. */
  starting: 'janus: starting',
  /** The window is in view, and a page of ours is in it. */
  window: 'janus: window',
  /** Another start has the same folder open, and has been told. */
  handedOver: 'janus: handed over',
  /** A packed app was started without Chromium's sandbox. */
  noSandbox: 'janus: no sandbox',
  /** It cannot be started, and why. */
  refused: (words: string) => `janus: refused ${words.replace(/\s+/g, ' ').trim()}`,
} as const
