import { chmodSync, constants, copyFileSync, renameSync, rmSync } from 'node:fs'
import { Agent as HttpAgent, request as requestHttp, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { basename, dirname, join } from 'node:path'
import { AppImageUpdater, type AppUpdater, DebUpdater, MacUpdater, NsisUpdater } from 'electron-updater'
import { type AppAdapter, getAppCacheDir } from 'electron-updater/out/AppAdapter.js'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import {
  trustedCertificates,
  npmSettings,
  type NpmSettings,
} from '../../../adapters/downloads/npm-settings.ts'
import type { Feed, PackedApp } from './open-updater.ts'
import { isSigned } from './signature.ts'
import { UpdateError, type Updater } from './updater.ts'
import type { UpdateFailure } from '../../../contract/app/updates.ts'

/** Error codes of electron-updater, Node and the system. */
const reasons: Readonly<Record<string, UpdateFailure>> = {
  ENOSPC: 'disk full',
  EDQUOT: 'disk full',
  EACCES: 'not writable',
  EPERM: 'not writable',
  EROFS: 'not writable',
  ERR_CHECKSUM_MISMATCH: 'damaged',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'damaged',
  ERR_UPDATER_INVALID_VERSION: 'damaged',
  ERR_UPDATER_NO_CHECKSUM: 'damaged',
  ERR_UPDATER_NO_FILES_PROVIDED: 'damaged',
  ERR_UPDATER_INVALID_SIGNATURE: 'unsigned',
}

const network =
  /^(?:ECONN|ENET|EHOST|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|HTTP_ERROR|ERR_UPDATER_CHANNEL_FILE|CERT_|ERR_TLS|ERR_SSL|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/
/** Messages of electron-updater errors without a code. */
const withoutCode = /^(?:Cannot download |Request timed out|Request has been aborted|Too many redirects)/

/** Updates with `electron-updater`, which ignores older versions and checks each download's SHA-512. */
export class ElectronUpdater implements Updater {
  readonly page = null
  readonly #packed: PackedApp
  readonly #updater: AppImageUpdater | DebUpdater | MacUpdater | InstallerUpdater

  constructor(packed: PackedApp, feed: Feed) {
    this.#packed = packed
    const updater = updaterFor(packed, appOf(packed, feed))
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    // Only the whole file has a published hash.
    updater.disableDifferentialDownload = true
    updater.disableWebInstaller = true
    updater.logger = { info: () => undefined, warn: packed.log, error: () => undefined }
    // `httpExecutor` is internal in its types. Janus disables DNS in Chromium, so Node makes the requests.
    Object.assign(updater, { httpExecutor: new SignedRequests(feed.key, packed) })
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
    try {
      // On macOS the system's updater ends the app.
      if (this.#updater instanceof MacUpdater) await handOver(this.#updater)
      else await this.#replace(this.#updater)
    } catch (error) {
      throw updateError(error, 'interrupted')
    }
  }

  async #replace(updater: AppImageUpdater | DebUpdater | InstallerUpdater): Promise<void> {
    const failure = failureOf(updater)
    if (!updater.install(true, true)) await failure
    if (updater instanceof InstallerUpdater) await Promise.race([updater.started, failure])
    this.#packed.exit()
  }
}

function failureOf(updater: Pick<AppUpdater, 'once'>): Promise<never> {
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  updater.once('error', failure.reject)
  return failure.promise
}

/** Squirrel checks and unpacks the file now and ends the app. Rejects if it can't. */
export function handOver(updater: Pick<MacUpdater, 'once' | 'quitAndInstall'>): Promise<never> {
  const failure = failureOf(updater)
  updater.quitAndInstall()
  return failure
}

function updaterFor({ platform, environment, start }: PackedApp, app: AppAdapter) {
  if (platform === 'darwin') return new MacUpdater(undefined, app)
  if (platform === 'win32') return new InstallerUpdater(undefined, app)
  const image = environment['APPIMAGE']
  // `DebUpdater` is only asked for the version.
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

/** The base class deletes the old image first, and loses both when the disk is full. */
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
      // Left by an interrupted attempt. Creating a new file follows no symlink.
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

/** The base class returns while the installer is still starting; Janus must not exit before `started`. */
class InstallerUpdater extends NsisUpdater {
  readonly #started = Promise.withResolvers<void>()
  readonly started = this.#started.promise

  protected override async spawnLog(...args: Parameters<NsisUpdater['spawnLog']>): Promise<boolean> {
    try {
      await super.spawnLog(...args)
    } catch (error) {
      // On ENOENT the base class asks the system to open the file, and doesn't notice if that fails too.
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      throw isMissing ? new UpdateError('other', error.message, { cause: error }) : error
    }
    this.#started.resolve()
    return true
  }
}

/** Makes requests with Node, and refuses version information that the publisher hasn't signed. */
class SignedRequests extends ElectronHttpExecutor {
  readonly #key: string
  readonly #packed: PackedApp
  #route: Route = { proxies: {} }

  constructor(key: string, packed: PackedApp) {
    super()
    this.#key = key
    this.#packed = packed
  }

  override async download(...[url, ...rest]: Parameters<ElectronHttpExecutor['download']>) {
    this.#route = await routeTo(url, this.#packed)
    return super.download(url, ...rest)
  }

  override async request(...[options, ...rest]: Parameters<ElectronHttpExecutor['request']>) {
    const { protocol = 'https:', hostname, port } = options
    this.#route = await routeTo(
      new URL(`${protocol}//${String(hostname)}:${String(port ?? '')}`),
      this.#packed,
    )
    const text = await super.request(options, ...rest)
    const path = options.path?.replace(/(\?|$)/, '.sig$1') ?? ''
    const signature = await super.request({ ...options, path }, ...rest).catch(unlessMissing)
    if (isSigned(text ?? '', signature ?? '', this.#key)) return text
    throw new UpdateError('unsigned', `${options.path ?? ''} is not signed by the publisher of this Janus`)
  }

  override createRequest(options: RequestOptions, callback: (response: unknown) => void) {
    const isPlain = options.protocol === 'http:'
    const [ask, Agent] = isPlain ? ([requestHttp, HttpAgent] as const) : ([requestHttps, HttpsAgent] as const)
    const { proxies, ca } = this.#route
    // This header would identify the installation.
    const { 'x-user-staging-id': _, ...headers } = { ...options.headers } as Record<string, string>
    // One connection per request: on a reused one, electron-updater's listeners would accumulate.
    const agent = new Agent({ proxyEnv: { ...proxies } })
    const how = { ...options, headers, agent, ...(isPlain ? {} : { ca: trustedCertificates(ca) }) }
    return ask(how, callback) as unknown as Electron.ClientRequest
  }
}

function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) return null
  throw error
}

/** `lost` is the reason to report for a lost connection. */
function updateError(error: unknown, lost: 'unreachable' | 'interrupted'): UpdateError {
  if (error instanceof UpdateError) return error
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isLost = code === '' ? withoutCode.test(message) : network.test(code)
  return new UpdateError(reasons[code] ?? (isLost ? lost : 'other'), message, { cause: error })
}

/** Proxies and extra CA certificates of a request. */
type Route = Pick<NpmSettings, 'proxies' | 'ca'>

/** Uses the environment's and npm's proxy settings, else the system's. */
async function routeTo(
  url: URL,
  { environment, home, systemProxy }: Pick<PackedApp, 'environment' | 'home' | 'systemProxy'>,
): Promise<Route> {
  const { registry: _, proxies, ...more } = npmSettings(environment, home, '')
  if ('HTTP_PROXY' in proxies || 'HTTPS_PROXY' in proxies) return { proxies, ...more }
  // Such as `PROXY host:port; DIRECT`. SOCKS proxies are ignored, since Node doesn't support them.
  const [, kind, host] = /^(PROXY|HTTPS) ([^\s;]+)/.exec(await systemProxy(url.href)) ?? []
  if (kind === undefined || host === undefined) return { proxies, ...more }
  const proxy = `${kind === 'HTTPS' ? 'https' : 'http'}://${host}`
  return { proxies: { ...proxies, HTTP_PROXY: proxy, HTTPS_PROXY: proxy }, ...more }
}
