import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Updater } from './updater.ts'

export interface PackedApp {
  readonly version: string
  /** `archive` contains `package.json`; `resources` is its folder. */
  readonly archive: string
  readonly resources: string
  /** Chromium's profile in the state folder. */
  readonly profile: string
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  /** The user's home folder, with npm's settings. */
  readonly home: string
  /** The system's proxy for an address in PAC syntax: `DIRECT`, `PROXY host:port`. */
  readonly systemProxy: (url: string) => Promise<string>
  readonly start: (program: string) => void
  readonly exit: () => void
  readonly log: (line: string) => void
}

/** The publisher's update feed, packaged from `owner.yml`. */
export interface Feed {
  /** The file written by electron-builder, with the address. */
  readonly config: string
  readonly key: string
}

/** Returns null when the publisher names no feed or key. Loads electron-updater on first use. */
export function openUpdater(packed: PackedApp): Updater | null {
  const config = join(packed.resources, 'app-update.yml')
  const { updateKey, homepage } = readPackage(join(packed.archive, 'package.json'))
  if (!existsSync(config) || typeof updateKey !== 'string') return null
  const load = async () => {
    const { ElectronUpdater } = await import('./electron-updater.ts')
    return new ElectronUpdater(packed, { config, key: updateKey })
  }
  let loading: ReturnType<typeof load> | null = null
  const updater = () => (loading ??= load())
  return {
    page: canInstall(packed) ? null : String(homepage),
    check: async () => (await updater()).check(),
    download: async (progress) => (await updater()).download(progress),
    install: async () => (await updater()).install(),
  }
}

function readPackage(path: string): { readonly updateKey?: unknown; readonly homepage?: unknown } {
  return JSON.parse(readFileSync(path, 'utf8')) as object
}

/** Linux packages are updated by the package manager; an AppImage must be in a writable folder. */
function canInstall({ platform, environment }: PackedApp): boolean {
  if (platform !== 'linux') return true
  const image = environment['APPIMAGE']
  if (image === undefined) return false
  try {
    accessSync(dirname(image), constants.W_OK)
    return true
  } catch {
    return false
  }
}
