import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

/** Whole-app tests: the built app as a real process, the real Claude CLI, a real browser. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
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
