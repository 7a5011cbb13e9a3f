import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { hashOf } from './build.mjs'
import { root } from './child.mjs'

const gallery = join(root, 'renderer', 'gallery')
const kept = join(root, '.cache', 'gallery-built')

/**
 * Builds the gallery, beside the app and never into it: the window as it is, on the domain of Janus in the page. What was built
 * from the present sources is taken as it is; several may build at once.
 * @returns {Promise<string>} the folder of its page; `strict/` in it is the same of React's own checking kind
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
  // In this one React says what it does not like.
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
    // It runs the domain of Janus over memory; of Node that wants paths and hashes, and folders that are there.
    resolve: {
      alias: [
        { find: /^node:(fs|fs\/promises|path|os|crypto)$/, replacement: join(gallery, 'domain/node.ts') },
      ],
    },
    build: { outDir, emptyOutDir: true, minify: mode === 'production', chunkSizeWarningLimit: 5_000 },
  })
}

/** Takes away what was built long ago; what is younger may be served just now. */
function clearOld() {
  if (!existsSync(kept)) return
  for (const name of readdirSync(kept)) {
    const path = join(kept, name)
    // Another process may clear at the same time.
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats && Date.now() - stats.mtimeMs > 3_600_000) rmSync(path, { recursive: true, force: true })
  }
}
