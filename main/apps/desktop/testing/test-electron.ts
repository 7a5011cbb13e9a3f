/** A real Electron for tests. As root it is started through `starter`, which drops to an ordinary user. */
export interface TestElectron {
  readonly path: string
  readonly as: { readonly starter: string; readonly uid: number; readonly gid: number } | null
}

/** Found by the test configuration; null when there is none. */
export function testElectron(): TestElectron | null {
  return JSON.parse(process.env['JANUS_TEST_ELECTRON'] ?? 'null') as TestElectron | null
}
