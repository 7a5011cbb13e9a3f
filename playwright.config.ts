import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium, unwantedFeatures } from './scripts/chromium.mjs'
import { testElectron } from './scripts/test-electron.mjs'

const named = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`)

/** Specs about the browser itself, or about what is shown in one only. */
const ofBrowser = named(
  'backup',
  'conversations',
  // Two Januses: one of them is in a browser anyhow.
  'fleet',
  'fleet-circle',
  'gallery',
  'gathering-hand',
  'gathering-looks',
  'hostile-page',
  'hostile-text',
  'janus-command',
  'quit',
  'safe-text',
  'secrets',
  'transcript',
  'user-environment',
  'waiting',
  'widths',
  'window-looks',
  'window-parts',
)
/** Specs that start again and again what both shells have in common: the desktop's own ends are in `ends`. */
const ofCore = named('gathering-restart', 'restart')
/** Specs about the desktop app alone. */
const ofDesktop = named('closed-page', 'desktop', 'desktop-menu', 'desktop-system', 'ends')
/** No test: takes the pictures of the README, for anyone who asks for them. */
const ofReadme = named('readme', 'readme-tour')
const isForReadme = process.env['JANUS_PICTURES'] !== undefined
// Days since 1970, UTC: whose share of a sweep is looked at, by all workers, also if midnight comes meanwhile.
process.env['JANUS_DAY'] ??= String(Math.floor(Date.now() / 86_400_000))

/** JANUS_E2E=web or =desktop chooses; both where there is an Electron. */
const electron = testElectron()
const wanted = process.env['JANUS_E2E'] ?? (electron === null ? 'web' : 'both')
if (wanted === 'desktop' && electron === null) {
  throw new Error('There is no Electron for the tests here: see "node scripts/test-electron.mjs".')
}

/** Whole-app tests: the built app as a real process, the real Claude CLI, a real Electron, a real browser. */
export default defineConfig<object, { electron: typeof electron }>({
  projects: isForReadme
    ? [{ name: 'pictures', testMatch: ofReadme, use: { electron } }]
    : [
        ...(wanted === 'web'
          ? []
          : [{ name: 'desktop', testIgnore: [...ofBrowser, ...ofCore, ...ofReadme], use: { electron } }]),
        ...(wanted === 'desktop'
          ? []
          : [
              {
                name: 'web',
                ...(wanted === 'both'
                  ? { testMatch: [...ofBrowser, ...ofCore] }
                  : { testIgnore: [...ofDesktop, ...ofReadme] }),
              },
            ]),
      ],
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // One app keeps a core busy with its processes. On virtual machines where starting a process is slow, more
  // workers than cores take longer than fewer.
  workers: Math.max(2, availableParallelism()),
  retries: 0,
  forbidOnly: true,
  // Far more than anything takes, for a machine that is busy with other things.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/e2e.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // What moves is drawn without a graphics card here; a test about it asks for it.
    contextOptions: { reducedMotion: 'reduce' },
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
