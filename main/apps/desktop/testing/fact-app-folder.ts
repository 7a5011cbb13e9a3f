import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import type { TestElectron } from './test-electron.ts'

export class FactApp {
  readonly place = mkdtempSync(join(tmpdir(), 'janus-facts-'))
  readonly preload = join(this.place, 'preload.cjs')
  readonly bridge = join(this.place, 'bridge.cjs')
  readonly electron: TestElectron
  #folders = 0

  static async build(electron: TestElectron): Promise<FactApp> {
    const app = new FactApp(electron)
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: join(import.meta.dirname, 'fact-app.ts'),
        target: 'node20',
        outDir: app.place,
        emptyOutDir: false,
        rolldownOptions: { output: { format: 'cjs', entryFileNames: 'fact-app.cjs' } },
      },
    })
    return app
  }

  private constructor(electron: TestElectron) {
    this.electron = electron
    chmodSync(this.place, 0o755)
    writeFileSync(this.preload, "window.ask = require('electron').ipcRenderer.invoke\n")
    writeFileSync(this.bridge, bridge)
    for (const [name, { entry, words }] of Object.entries(entries)) {
      mkdirSync(join(this.place, name))
      writeFileSync(
        join(this.place, name, 'package.json'),
        JSON.stringify({ name: 'facts', version: '1.0.0', main: entry }),
      )
      writeFileSync(join(this.place, name, entry), words)
    }
  }

  entry(isAwaited: boolean): string {
    return join(this.place, isAwaited ? 'awaited' : 'plain')
  }

  folder(): string {
    const path = join(this.place, `folder-${String(++this.#folders)}`)
    mkdirSync(path)
    const { as } = this.electron
    if (as !== null) chownSync(path, as.uid, as.gid)
    return path
  }

  end(): void {
    rmSync(this.place, { recursive: true, force: true, maxRetries: 5 })
  }
}

const entries = {
  plain: {
    entry: 'main.cjs',
    words: `require('../fact-app.cjs').beginFacts(require('electron')).catch(() => {})\n`,
  },
  awaited: {
    entry: 'main.mjs',
    words: `
      import { createRequire } from 'node:module'
      const require = createRequire(import.meta.url)
      await require('../fact-app.cjs').beginFacts(require('electron'))\n`,
  },
}

const bridge = `
  const { contextBridge } = require('electron')
  class Thing { constructor() { this.a = 1 } method() {} }
  contextBridge.exposeInMainWorld('bridge', {
    thing: new Thing(),
    call: (asked) => asked('there'),
    same: (one) => one,
    fails: () => { throw Object.assign(new TypeError('words'), { code: 'CODE' }) },
  })\n`
