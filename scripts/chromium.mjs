import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodePath } from './bootstrap.mjs'
import { root, run, windows } from './child.mjs'
import { installPackages, isExecutable, onPath } from './system-packages.mjs'

const installLimit = 240_000

/**
 * Finds a Chrome or Chromium: JANUS_CHROMIUM, an installed one, or Playwright's.
 * @returns {string | null}
 */
export function findChromium() {
  const chosen = process.env.JANUS_CHROMIUM
  if (chosen !== undefined && chosen !== '') {
    if (isProgram(chosen)) return chosen
    throw new Error(`JANUS_CHROMIUM is "${chosen}", which cannot be run.`)
  }
  return [...usualPlaces(), ...onPath(names), ...playwrights()].find(isProgram) ?? null
}

/**
 * Finds or installs a browser. Rejects with instructions for the user.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const found = findChromium()
  if (found !== null) return found
  console.log('Installing a Chromium for the tests in the browser…')
  for (const install of [installPackage, installPlaywrights]) {
    await install()
    const installed = findChromium()
    if (installed !== null) return installed
  }
  throw new Error(
    'No Chrome or Chromium was found, and none could be installed. Install one (Debian: "apt-get install ' +
      'chromium"), or name one in JANUS_CHROMIUM.',
  )
}

const installPackage = () => installPackages(['chromium', 'fonts-liberation'])

async function installPlaywrights() {
  const cli = join(root, 'node_modules', 'playwright', 'cli.js')
  await run(nodePath(), [cli, 'install', 'chromium'], { timeout: installLimit })
}

function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  }
  if (!windows) return []
  const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) => process.env[name] ?? '')
  const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']
  return folders.filter(Boolean).flatMap((folder) => programs.map((program) => join(folder, program)))
}

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/** Playwright's cached browser; nothing before the packages are installed. */
function playwrights() {
  try {
    return [createRequire(import.meta.url)('playwright-core').chromium.executablePath()]
  } catch {
    return []
  }
}

/** @param {string} path */
const isProgram = (path) => isExecutable(path) && isBrowser(path)

/**
 * Some distributions ship a `chromium-browser` that only prints where to get the real one.
 * @param {string} path
 */
function isBrowser(path) {
  if (!path.endsWith('chromium-browser')) return true
  return spawnSync(path, ['--version'], { timeout: 10_000 }).status === 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(await ensureChromium())
}

/**
 * Chromium honors only the last `--disable-features`, so this repeats Playwright's own list. The omnibox
 * popup is a page of its own that costs more to start than the window.
 */
export const unwantedFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]
