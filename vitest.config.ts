import { defineConfig } from 'vitest/config'

/** Unit tests, stories, simulation and contract suites; files named *.real.test.ts run the real Claude CLI. */
export default defineConfig({
  test: {
    include: ['main/**/*.test.ts', 'mcp-servers/**/*.test.ts', 'renderer/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
