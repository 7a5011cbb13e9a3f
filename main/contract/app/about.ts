/** Null where unknown, as outside a git checkout. */
export interface BuildFacts {
  readonly commit: string | null
  /** `stable`, `nightly`, or `development` for a checkout. */
  readonly channel: string
}

export interface RuntimeFacts {
  readonly node: string
  /** Null in the web app, as is `chromium`. */
  readonly electron: string | null
  readonly chromium: string | null
  /** Operating system, its version and the processor. */
  readonly system: string
}

export interface About extends BuildFacts, RuntimeFacts {
  readonly version: string
  readonly stateFolder: string
  /** For bug reports: contains no text of conversations, no names and no secrets. */
  readonly diagnosis: string
}

/** The fields to show, in order. */
export function aboutLines(of: About): readonly (readonly [name: string, value: string])[] {
  const { version, commit, channel, node, electron, chromium, system, stateFolder } = of
  return [
    ['Version', `${version}, ${channel}`],
    ['Commit', commit ?? 'unknown'],
    ['System', system],
    ['Node', node],
    ...(electron === null ? [] : [['Electron', `${electron}, Chromium ${chromium ?? 'unknown'}`] as const]),
    ['Folder', stateFolder],
  ]
}
