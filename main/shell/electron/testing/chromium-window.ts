import { readFile } from 'node:fs/promises'
import type { Frame as PageFrame, Page, Route } from '@playwright/test'
import type { AskEvent } from '../electron-parts.ts'
import type { ElectronStandIn } from './electron-stand-in.ts'

/** Where a page of `app://janus` is in a browser that knows no such scheme. */
const host = 'https://janus.test'
const toApp = (address: string): string => address.replace(host, 'app://janus')
const toBrowser = (address: string): string => address.replace('app://janus', host)

/**
 * Makes a page of a real browser the window of the stand-in: what it loads is answered by the protocol's handler, with
 * its headers; the built preload runs in it; requests and feed go through the handlers; navigation and other loads are
 * put to the guards.
 */
export class ChromiumWindow {
  readonly page: Page
  /** What was asked of anybody else, and was not let through. */
  readonly stopped: string[] = []
  #wants: (address: string) => void = () => undefined
  readonly #electron: ElectronStandIn
  #isLed = false
  #told: Promise<unknown> = Promise.resolve()

  static async open(page: Page, electron: ElectronStandIn, preload: string): Promise<ChromiumWindow> {
    const window = new ChromiumWindow(page, electron)
    await page.exposeBinding('standInAsk', ({ frame }, channel: string, args: unknown[]) =>
      electron.ask(channel, args, window.#eventOf(frame)),
    )
    await page.addInitScript({ content: preloadScript(await readFile(preload, 'utf8')) })
    await page.route('**/*', (route) => window.#answer(route))
    electron.load = (made, address) => {
      made.webContents.deliver = (channel, args) => window.#tell(channel, args)
      return window.#show(address)
    }
    return window
  }

  private constructor(page: Page, electron: ElectronStandIn) {
    this.page = page
    this.#electron = electron
  }

  /** Where the page will next want to go by itself. */
  next(): Promise<string> {
    return new Promise((resolve) => (this.#wants = resolve))
  }

  async #show(address: string): Promise<void> {
    this.#isLed = true
    await this.page.goto(toBrowser(address))
  }

  /** One after the other, as over Electron's own pipe. */
  #tell(channel: string, args: readonly unknown[]): void {
    this.#told = this.#told
      .then(() =>
        this.page.evaluate(([name, told]) => (globalThis as Heard).standInHear?.(name, told), [
          channel,
          args,
        ] as const),
      )
      .catch(() => undefined)
  }

  #eventOf(frame: PageFrame): AskEvent {
    const { webContents } = this.#electron.window
    const top = { ...webContents.mainFrame, url: toApp(this.page.mainFrame().url()) }
    webContents.mainFrame = top
    const isTop = frame === this.page.mainFrame()
    const inner = { ...top, url: toApp(frame.url()), frameToken: 'inner', parent: top }
    return { sender: webContents, senderFrame: isTop ? top : inner }
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request()
    const address = toApp(request.url())
    if (request.isNavigationRequest() && !this.#mayGo(address, request.frame())) return route.abort('aborted')
    this.#isLed = false
    const loaded = await this.#electron.network.load(address)
    if (!('response' in loaded)) {
      this.stopped.push(address)
      return route.abort()
    }
    const { response } = loaded
    const body = Buffer.from(await response.arrayBuffer())
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body })
  }

  /** What main shows goes unasked; what the page wants is put to the guards. */
  #mayGo(url: string, frame: PageFrame): boolean {
    const isMainFrame = frame === this.page.mainFrame()
    if (this.#isLed && isMainFrame) return true
    this.#wants(url)
    return this.#electron.window.webContents.wants(url, isMainFrame)
  }
}

type Heard = { standInHear?: (channel: string, args: readonly unknown[]) => void }

/** The preload as it was built, with a stand-in for the two things it takes from Electron. */
function preloadScript(preload: string): string {
  return `(() => {
    const ask = window.standInAsk, listeners = []
    delete window.standInAsk
    const ipcRenderer = {
      invoke: (channel, ...args) => ask(channel, args),
      on: (channel, listener) => void listeners.push({ channel, listener }),
      off: (channel, listener) => void listeners.splice(listeners.findIndex((one) => one.listener === listener), 1),
    }
    Object.defineProperty(window, 'standInHear', { value: (channel, args) => {
      for (const one of [...listeners]) if (one.channel === channel) one.listener({}, ...args)
    } })
    const contextBridge = { exposeInMainWorld: (name, api) => { window[name] = Object.freeze(api) } }
    const require = (name) => { if (name === 'electron') return { contextBridge, ipcRenderer }; throw new Error(name) }
    ;((require, module, exports) => { ${preload}
    })(require, { exports: {} }, {})
  })()`
}
