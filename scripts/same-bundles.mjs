import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundledParts } from './build.mjs'
import { root, runQuietly } from './child.mjs'
import { nodePath } from './bootstrap.mjs'

/**
 * Checks that a refactoring left the programs unchanged: builds each part from the working tree and from
 * another commit (HEAD by default), minified and without source maps, and compares them byte by byte. Ignores
 * the names of CSS classes, which contain the folder of their sheet.
 */
async function compare(/** @type {string} */ commit) {
  const place = mkdtempSync(join(tmpdir(), 'janus-bundles-'))
  const before = join(place, 'before')
  try {
    execFileSync('git', ['worktree', 'add', '--detach', before, commit], { cwd: root, stdio: 'ignore' })
    symlinkSync(join(root, 'node_modules'), join(before, 'node_modules'))
    const differ = []
    for (const { name, args } of bundledParts) {
      const [was, is] = await Promise.all(
        [before, root].map((tree, at) => built(tree, args, join(place, `${at}`))),
      )
      const isSame = JSON.stringify(was) === JSON.stringify(is)
      if (!isSame) differ.push(name)
      console.log(`${isSame ? 'the same' : 'differs '} ${name}`)
    }
    return differ
  } finally {
    rmSync(place, { recursive: true, force: true })
    execFileSync('git', ['worktree', 'prune'], { cwd: root })
  }
}

/**
 * Builds a part of a tree; returns the text of each file, without the hash in its name.
 * @param {string} tree
 * @param {readonly string[]} args
 * @param {string} out
 */
async function built(tree, args, out) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const only = ['--minify', '--sourcemap', 'false', '--emptyOutDir', '--outDir', out]
  const { code, output } = await runQuietly(nodePath(), [vite, 'build', ...args, ...only], { cwd: tree })
  if (code !== 0) throw new Error(`${tree}\n${output}`)
  const folders = sheetsIn(join(tree, 'renderer')).map((path) =>
    dirname(relative(join(tree, 'renderer'), path)).replaceAll(/[\\/]/g, '-'),
  )
  const classes = new RegExp(
    `\\b(?:${[...new Set(folders)].sort((a, b) => b.length - a.length).join('|')})_`,
    'g',
  )
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(out, name)).isFile(),
  )
  return files
    .map((name) => [
      name.replace(hash, ''),
      readFileSync(join(out, name), 'latin1').replaceAll(classes, '_').replaceAll(hash, ''),
    ])
    .sort()
}

/** The content hash in a file name of the window. */
const hash = /-[\w-]{8}(?=\.(?:js|css|woff2?)\b)/g

/** @returns {string[]} */
function sheetsIn(/** @type {string} */ folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.module.css'))
    .map((name) => join(folder, name))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const differ = await compare(process.argv[2] ?? 'HEAD')
  process.exitCode = differ.length === 0 ? 0 : 1
}
