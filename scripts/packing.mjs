import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/**
 * What the packed program can still be made to do from outside. Node mode stays: the agents' tool servers run on it
 * (docs/decisions/0006). A fuse that a newer Electron adds must be decided about here before anything can be packed.
 * @type {import('@electron/fuses').FuseConfig}
 */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: true,
  // There are no cookies. It would tie the window to the system's ring of keys, which asks when that is locked.
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // As Electron has it: WebAssembly is checked by the processor's own means.
  [FuseV1Options.WasmTrapHandlers]: true,
}

/**
 * Called by electron-builder once Electron lies in place: out of a folder it takes all that is there, also the app that
 * Electron shows when it has none.
 * @param {Pick<import('electron-builder').AfterPackContext, 'appOutDir' | 'packager'>} context
 */
export function afterExtract({ appOutDir, packager }) {
  rmSync(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })
}

/**
 * Called by electron-builder once everything lies in place, before it is signed.
 * @param {Pick<import('electron-builder').AfterPackContext, 'appOutDir' | 'packager' | 'electronPlatformName'>} context
 */
export async function afterPack({ appOutDir, packager, electronPlatformName }) {
  const name = packager.appInfo.productFilename
  const programs = new Map([
    ['darwin', `${name}.app`],
    ['win32', `${name}.exe`],
  ])
  // On Linux as `linux.executableName` says.
  const program = join(appOutDir, programs.get(electronPlatformName) ?? 'janus')
  await flipFuses(program, {
    ...(await fusesOf(program)),
    // Setting them breaks the signature that programs for Apple's own processors cannot do without.
    resetAdHocDarwinSignature: electronPlatformName === 'darwin' && process.platform === 'darwin',
  })
}

/**
 * Of what is decided, what this program has: an older Electron has fewer fuses.
 * @param {string} program
 * @returns {Promise<import('@electron/fuses').FuseConfig>}
 */
async function fusesOf(program) {
  const wire = await getCurrentFuseWire(program)
  const known = Object.entries(fuses).filter(([key]) => !/^\d+$/.test(key) || key in wire)
  return /** @type {import('@electron/fuses').FuseConfig} */ (Object.fromEntries(known))
}

/**
 * Names of the fuses that a packed program has otherwise than decided; none for what only starts one, as an AppImage.
 * @param {string} program
 * @returns {Promise<string[]>}
 */
export async function wrongFuses(program) {
  const wire = await getCurrentFuseWire(program).catch(() => null)
  if (wire === null) return []
  const decided = Object.entries(fuses).filter(([key]) => /^\d+$/.test(key) && key in wire)
  return decided.flatMap(([key, isOn]) => {
    const option = /** @type {FuseV1Options} */ (Number(key))
    return wire[option] === (isOn ? FuseState.ENABLE : FuseState.DISABLE) ? [] : [FuseV1Options[option]]
  })
}
