import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the window into dist/renderer: one page that loads nothing from elsewhere. */
export default defineConfig({
  root: 'renderer',
  base: './',
  publicDir: '../assets',
  plugins: [react()],
  resolve: {
    // Its version for browsers reads entities by innerHTML, which the page's policy forbids.
    alias: {
      'decode-named-character-reference': fileURLToPath(
        new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
      ),
    },
  },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // These know light-dark() and field-sizing; older ones would get rewritten colours.
    target: ['chrome130', 'firefox132', 'safari18'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
})
