import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, runQuietly } from '../child.mjs'

const here = import.meta.dirname
/** Files that give SQLite to an older Electron, whose Node has none. */
const provided = [
  'provide-sqlite.mjs',
  'node-sqlite.mjs',
  'sqlite-resolver.mjs',
  'utility.mjs',
  'better-sqlite3',
]

/**
 * Packs a deb as `npm run dist` does, but with the given Electron, which may be older than the product's, and
 * with a local fpm. Returns its path.
 */
export async function packDeb(program: string, place: string): Promise<string> {
  await pack(program, place, 'deb', {})
  const out = join(place, 'out')
  return join(out, readdirSync(out).find((name) => name.endsWith('.deb')) ?? '')
}

export interface Publisher {
  readonly url: string
  readonly key: string
}

/** Packs an unpacked app of this version and returns its program's path. `publisher` is its update feed. */
export async function packFolder(
  program: string,
  place: string,
  version: string,
  publisher: Publisher | null,
): Promise<string> {
  await pack(program, place, 'dir', {
    extraMetadata: { version, ...(publisher && { updateKey: publisher.key }) },
    ...(publisher && { publish: { provider: 'generic', url: publisher.url } }),
  })
  return join(place, 'out', 'linux-unpacked', 'janus')
}

async function pack(
  program: string,
  place: string,
  target: 'deb' | 'dir',
  own: PackedSettings,
): Promise<void> {
  const older = sqliteFor(join(dirname(program), 'resources', 'app'), join(place, 'older'))
  const electron = join(place, 'electron')
  const version = electronVersion(program)
  takeElectron(dirname(program), electron)
  writeFileSync(join(electron, 'version'), version)
  const config = {
    extends: join(root, 'electron-builder.yml'),
    electronDist: electron,
    electronVersion: version,
    directories: { output: join(place, 'out') },
    deb: { compression: 'zst' },
    ...older,
    ...own,
    extraMetadata: { ...older.extraMetadata, ...own.extraMetadata },
  }
  writeFileSync(join(place, 'config.json'), JSON.stringify(config))
  const builder = join(root, 'node_modules', 'electron-builder', 'cli.js')
  const { code, output } = await runQuietly(
    process.execPath,
    [
      builder,
      '--linux',
      target,
      `--${process.arch}`,
      '--publish',
      'never',
      '--config',
      join(place, 'config.json'),
    ],
    { cwd: root, env: { ...process.env, CUSTOM_FPM_PATH: join(here, 'fpm.mjs') } },
  )
  if (code !== 0) throw new Error(output)
}

/** electron-builder settings of one package. */
interface PackedSettings {
  readonly extraMetadata?: Readonly<Record<string, string>>
  readonly [setting: string]: unknown
}

function electronVersion(program: string): string {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  return execFileSync(program, ['-p', 'process.versions.electron'], { env, encoding: 'utf8' }).trim()
}

/** Copies Electron without an app: the builder packs everything in the folder. */
function takeElectron(from: string, to: string): void {
  mkdirSync(join(to, 'resources'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== 'resources') cpSync(join(from, name), join(to, name), { recursive: true })
  }
}

/** For an Electron with a bundled SQLite: copies it, and sets an entry that loads it before the app's own. */
function sqliteFor(from: string, to: string): PackedSettings {
  if (!existsSync(join(from, 'provide-sqlite.mjs'))) return {}
  for (const name of provided) cpSync(join(from, name), join(to, name), { recursive: true })
  cpSync(join(here, 'older-entry.mjs'), join(to, 'older-entry.mjs'))
  return {
    extraMetadata: { main: 'older/older-entry.mjs' },
    files: [{ from: to, to: 'older' }],
    asarUnpack: ['dist/mcp-servers/**', 'dist/sweep/**', 'dist/backup/copy.mjs', 'dist/walk/**', '**/*.node'],
  }
}
