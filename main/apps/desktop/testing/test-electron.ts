/** A real Electron for the tests; where they run as root, it is started by what becomes it as an ordinary user. */
export interface TestElectron {
  readonly path: string
  readonly as: { readonly starter: string; readonly uid: number; readonly gid: number } | null
}

/** As the configuration of the tests has found it; null where there is none. */
export function testElectron(): TestElectron | null {
  return JSON.parse(process.env['JANUS_TEST_ELECTRON'] ?? 'null') as TestElectron | null
}
