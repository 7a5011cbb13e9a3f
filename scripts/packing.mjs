import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/**
 * What the packed program can still be made to do from outside. Node mode stays: the agents' tool servers run
 * on it (docs/decisions/0006). With strictlyRequireAllFuses a new fuse of Electron stops the packing until it
 * is decided here.
 * @type {import('@electron/fuses').FuseConfig}
 */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: true,
  // There are no cookies, and it would need the system keyring, which asks for a password when it is locked.
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default: WebAssembly uses the processor's own bounds checks.
  [FuseV1Options.WasmTrapHandlers]: true,
}

/**
 * Called by electron-builder when Electron is unpacked: removes its default app, which the builder would
 * otherwise pack.
 * @param {Pick<import('electron-builder').AfterPackContext, 'appOutDir' | 'packager'>} context
 */
export function afterExtract({ appOutDir, packager }) {
  rmSync(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })
}

/**
 * Called by electron-builder before signing.
 * @param {Pick<import('electron-builder').AfterPackContext, 'appOutDir' | 'packager' | 'electronPlatformName'>} context
 */
export async function afterPack({ appOutDir, packager, electronPlatformName }) {
  const name = packager.appInfo.productFilename
  const programs = new Map([
    ['darwin', `${name}.app`],
    ['win32', `${name}.exe`],
  ])
  // `linux.executableName`.
  const program = join(appOutDir, programs.get(electronPlatformName) ?? 'janus')
  await flipFuses(program, {
    ...(await fusesOf(program)),
    // Changing fuses breaks the ad-hoc signature that Apple silicon requires.
    resetAdHocDarwinSignature: electronPlatformName === 'darwin' && process.platform === 'darwin',
  })
}

/**
 * Returns the decided fuses that this program has: an older Electron has fewer.
 * @param {string} program
 * @returns {Promise<import('@electron/fuses').FuseConfig>}
 */
async function fusesOf(program) {
  const wire = await getCurrentFuseWire(program)
  const known = Object.entries(fuses).filter(([key]) => !/^\d+$/.test(key) || key in wire)
  return /** @type {import('@electron/fuses').FuseConfig} */ (Object.fromEntries(known))
}

/**
 * Returns the fuses of a packed program that differ from the decided ones; none for a mere launcher, such as
 * an AppImage.
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
