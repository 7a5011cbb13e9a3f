import { chmodSync, constants, copyFileSync, renameSync, rmSync } from 'node:fs'
import { request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { basename, dirname, join } from 'node:path'
import { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater } from 'electron-updater'
import { type AppAdapter, getAppCacheDir } from 'electron-updater/out/AppAdapter.js'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import type { Feed, PackedApp } from './open-updater.ts'
import { isSigned } from './signature.ts'
import { updateError } from './update-errors.ts'
import { UpdateError, type Updater } from './updater.ts'

/** Updates by `electron-updater`. An older version is none to it, and each download is held against its SHA-512. */
export class ElectronUpdater implements Updater {
  readonly page = null
  readonly #packed: PackedApp
  readonly #updater: AppImageUpdater | DebUpdater | MacUpdater | NsisUpdater

  constructor(packed: PackedApp, feed: Feed) {
    this.#packed = packed
    const updater = updaterFor(packed, appOf(packed, feed))
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    // Each takes the whole file, which is held against its hash.
    updater.disableDifferentialDownload = true
    updater.disableWebInstaller = true
    updater.logger = { info: () => undefined, warn: packed.log, error: () => undefined }
    // Its types keep this one to itself, for tests. Chromium looks up no names in Janus, so Node asks.
    Object.assign(updater, { httpExecutor: new SignedRequests(feed.key) })
    this.#updater = updater
  }

  async check(): Promise<string | null> {
    try {
      const result = await this.#updater.checkForUpdates()
      return result?.isUpdateAvailable === true ? result.updateInfo.version : null
    } catch (error) {
      throw updateError(error, 'unreachable')
    }
  }

  async download(progress: (percent: number) => void): Promise<void> {
    let last = 0
    const report = ({ percent }: { readonly percent: number }) => {
      if (Math.floor(percent) === last) return
      last = Math.floor(percent)
      progress(last)
    }
    this.#updater.on('download-progress', report)
    try {
      await this.#updater.downloadUpdate()
    } catch (error) {
      throw updateError(error, 'interrupted')
    } finally {
      this.#updater.off('download-progress', report)
    }
  }

  async install(): Promise<void> {
    // The system's own updater ends the app when it has taken the file over.
    if (this.#updater instanceof MacUpdater) return this.#updater.quitAndInstall()
    let failure: unknown = null
    this.#updater.once('error', (error) => (failure = error))
    if (!this.#updater.install(true, true)) throw updateError(failure, 'interrupted')
    this.#packed.exit()
  }
}

function updaterFor({ platform, environment, start }: PackedApp, app: AppAdapter) {
  if (platform === 'darwin') return new MacUpdater(undefined, app)
  if (platform === 'win32') return new NsisUpdater(undefined, app)
  const image = environment['APPIMAGE']
  // That one is only asked for the version.
  return image === undefined ? new DebUpdater(undefined, app) : new ImageUpdater(app, image, start)
}

function appOf({ version, profile, exit }: PackedApp, { config }: Feed): AppAdapter {
  return {
    version,
    name: 'janus',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: profile,
    baseCachePath: getAppCacheDir(),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: exit,
    onQuit: () => undefined,
  }
}

/**
 * Replaces an AppImage only once the new one lies whole beside it. The original deletes the old one first, which loses
 * both if the disk is full.
 */
class ImageUpdater extends AppImageUpdater {
  readonly #image: string
  readonly #start: (program: string) => void

  constructor(app: AppAdapter, image: string, start: (program: string) => void) {
    super(undefined, app)
    this.#image = image
    this.#start = start
  }

  protected override doInstall(): boolean {
    const fetched = this.installerPath
    if (fetched === null) throw new UpdateError('other', 'Nothing was fetched.')
    // A name without a version is the user's own.
    const isVersioned = /\d+\.\d+\.\d+/.test(basename(this.#image))
    const target = isVersioned ? join(dirname(this.#image), basename(fetched)) : this.#image
    const staged = `${target}.part`
    try {
      // Of an attempt that broke off; a new file follows no link.
      rmSync(staged, { force: true })
      copyFileSync(fetched, staged, constants.COPYFILE_EXCL)
      chmodSync(staged, 0o755)
      renameSync(staged, target)
    } catch (error) {
      rmSync(staged, { force: true })
      throw error
    }
    if (target !== this.#image) rmSync(this.#image, { force: true })
    rmSync(fetched, { force: true })
    this.#start(target)
    return true
  }
}

/** Asks by Node, and accepts no answer about versions that the publisher has not signed; downloads have their hash. */
class SignedRequests extends ElectronHttpExecutor {
  readonly #key: string

  constructor(key: string) {
    super()
    this.#key = key
  }

  override async request(...[options, ...rest]: Parameters<ElectronHttpExecutor['request']>) {
    const text = await super.request(options, ...rest)
    const path = options.path?.replace(/(\?|$)/, '.sig$1') ?? ''
    const signature = await super.request({ ...options, path }, ...rest).catch(unlessMissing)
    if (isSigned(text ?? '', signature ?? '', this.#key)) return text
    throw new UpdateError('unsigned', `${options.path ?? ''} is not signed by the publisher of this Janus`)
  }

  override createRequest(options: RequestOptions, callback: (response: unknown) => void) {
    const ask = options.protocol === 'http:' ? requestHttp : requestHttps
    // It would tell installations from each other.
    const { 'x-user-staging-id': _, ...headers } = { ...options.headers } as Record<string, string>
    // Each on a connection of its own: what it listens for would gather on one that is kept.
    return ask({ ...options, headers, agent: false }, callback) as unknown as Electron.ClientRequest
  }
}

function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) return null
  throw error
}
