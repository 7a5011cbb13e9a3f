import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The folder of a sheet, as `features-tabs`. */
const roomOf = (path: string): string =>
  dirname(relative(fileURLToPath(new URL('renderer', import.meta.url)), path)).replaceAll(/[\\/]/g, '-')

/** Builds the window into dist/renderer: one page that loads nothing from elsewhere. */
export default defineConfig({
  root: 'renderer',
  base: './',
  publicDir: '../assets',
  plugins: [react()],
  // Readable everywhere. The sheets of a folder are one namespace, as its modules are one room.
  css: { modules: { generateScopedName: (name, path) => `${roomOf(path)}_${name}` } },
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
