import { defineConfig } from '@playwright/test'
import { findChromium, unwantedFeatures } from './scripts/chromium.mjs'
import { installedElectron } from './scripts/electron.mjs'

/** Specs about the browser itself, or about pages that are shown in one only. */
const ofBrowser = [
  ...['open', 'hostile-page', 'hostile-text', 'safe-text', 'gallery', 'secrets', 'composer', 'transcript'],
  ...['waiting', 'janus-command', 'gathering-looks', 'gathering-hand', 'window-looks', 'quit'],
].map((name) => `**/${name}.spec.ts`)

/** The desktop app is tried by the same specs, where Electron's program is there: JANUS_E2E=web or =desktop chooses. */
const electron = installedElectron()
const wanted = process.env['JANUS_E2E'] ?? (electron === null ? 'web' : 'both')
if (wanted === 'desktop' && electron === null) throw new Error('There is no Electron here that could run.')

/** Whole-app tests: the built app as a real process, the real Claude CLI, a real browser. */
export default defineConfig<object, { electron: string }>({
  projects: [
    ...(wanted === 'desktop' ? [] : [{ name: 'web' }]),
    ...(wanted === 'web'
      ? []
      : [{ name: 'desktop', testIgnore: ofBrowser, use: { electron: electron ?? '' } }]),
  ],
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // More than the two cores of a small machine: much of a test is waiting for processes to start.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Far more than anything takes, for a machine that is busy with other things.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/e2e.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'off',
    actionTimeout: 30_000,
    launchOptions: {
      ...executable(),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
        `--disable-features=${unwantedFeatures.join(',')}`,
        // Chromium refuses its sandbox to root, as in a container.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
})

function executable() {
  const path = findChromium()
  return path === null ? {} : { executablePath: path }
}
