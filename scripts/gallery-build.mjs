import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { hashOf } from './build.mjs'
import { root } from './child.mjs'

const gallery = join(root, 'renderer', 'gallery')
const kept = join(root, '.cache', 'gallery-built')

/**
 * Builds the gallery: the window with the real domain running in the page. Reuses a build of the same
 * sources; several builds may run at once.
 * @returns {Promise<string>} the page's folder; its `strict/` has React's development build
 */
export async function buildGallery() {
  const folder = join(
    kept,
    hashOf([
      'vite.config.ts',
      'scripts/gallery-build.mjs',
      'package-lock.json',
      'assets',
      'renderer',
      'main',
    ]),
  )
  if (existsSync(folder)) return folder
  clearOld()
  const fresh = `${folder}-${process.pid}`
  await buildInto(fresh, 'production')
  // React's development build reports its warnings.
  await buildInto(join(fresh, 'strict'), 'development')
  mkdirSync(kept, { recursive: true })
  if (!existsSync(folder)) renameSync(fresh, folder)
  return folder
}

/**
 * @param {string} outDir
 * @param {'production' | 'development'} mode
 */
async function buildInto(outDir, mode) {
  process.env.NODE_ENV = mode
  await build({
    configFile: join(root, 'vite.config.ts'),
    mode,
    root: gallery,
    publicDir: join(root, 'assets'),
    logLevel: 'warn',
    // The domain runs in memory; of Node it needs only paths, hashes and existing folders.
    resolve: {
      alias: [
        { find: /^node:(fs|fs\/promises|path|os|crypto)$/, replacement: join(gallery, 'domain/node.ts') },
      ],
    },
    build: { outDir, emptyOutDir: true, minify: mode === 'production', chunkSizeWarningLimit: 5_000 },
  })
}

/** Deletes builds older than an hour; younger ones may still be served. */
function clearOld() {
  if (!existsSync(kept)) return
  for (const name of readdirSync(kept)) {
    const path = join(kept, name)
    // Another process may delete it at the same time.
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats && Date.now() - stats.mtimeMs > 3_600_000) rmSync(path, { recursive: true, force: true })
  }
}
