import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Updater } from './updater.ts'

/** What a packed app is, and what it does to itself. */
export interface PackedApp {
  readonly version: string
  /** The archive that holds `package.json`, and the folder that it lies in. */
  readonly archive: string
  readonly resources: string
  /** Chromium's folder within the state folder. */
  readonly profile: string
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  /** The user's home folder, in which npm's settings are. */
  readonly home: string
  /** The system's proxy for an address, in Chromium's words: `DIRECT`, or as `PROXY host:port`. */
  readonly systemProxy: (url: string) => Promise<string>
  /** Starts this program with the arguments of this process. */
  readonly start: (program: string) => void
  readonly exit: () => void
  readonly log: (line: string) => void
}

/** Where updates come from, as the publisher has written it into the package (`owner.yml`). */
export interface Feed {
  /** The file that electron-builder writes, with the address. */
  readonly config: string
  /** Public key that the feed is signed with. */
  readonly key: string
}

/** The updater of a packed app; null where its publisher names no feed, or no key. It is loaded when first used. */
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

/** A package belongs to the system's package manager; an AppImage must lie where it can be replaced. */
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
