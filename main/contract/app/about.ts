/** What a build is made of; null where it is not known, as outside of a git checkout. */
export interface BuildFacts {
  readonly commit: string | null
  /** `stable`, `nightly`, or `development` for a checkout. */
  readonly channel: string
}

/** What Janus runs on. */
export interface RuntimeFacts {
  readonly node: string
  /** Both are null in a browser's Janus. */
  readonly electron: string | null
  readonly chromium: string | null
  /** The operating system with its version and the processor. */
  readonly system: string
}

/** What this Janus is. */
export interface About extends BuildFacts, RuntimeFacts {
  readonly version: string
  readonly stateFolder: string
  /** What helps somebody else to see what is wrong: no words of conversations, no names, no secrets. */
  readonly diagnosis: string
}

/** The lines of it that are shown, in their order. */
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
