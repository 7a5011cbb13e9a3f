import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { extractFile, listPackage, statFile } from '@electron/asar'
import type { AfterPackContext } from 'electron-builder'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterPack, fuses, wrongFuses } from './packing.mjs'
import { root, runQuietly } from './child.mjs'
import { electronToPack } from './electron.mjs'

let place = ''
let packed = ''
let output = ''
/** The arguments that the builder passed to fpm, which makes the deb and the rpm. */
const asked: Record<string, string[]> = {}
const archive = () => join(packed, 'resources', 'app.asar')
const beside = (...path: string[]) => join(packed, 'resources', 'app.asar.unpacked', ...path)

/** Electron's binary has its fuses after this marker. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** Makes an unpacked Electron for Linux whose program has fuses and does nothing. */
function makeElectron(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'))
  const wire = Buffer.from([1, 9, ...Buffer.from('101100011')])
  const program = Buffer.concat([Buffer.from(`#!/bin/sh\nexit 0\n${sentinel}`), wire])
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 })
  const others = ['version', 'LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak']
  for (const name of [...others, 'resources/default_app.asar']) writeFileSync(join(folder, name), '45.4.1')
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'janus-packed-'))
  packed = join(place, 'out', `linux${process.arch === 'x64' ? '' : `-${process.arch}`}-unpacked`)
  makeElectron(join(place, 'electron'))
  const fpm = join(place, 'fpm')
  writeFileSync(fpm, recorder, { mode: 0o755 })
  const builder = join(root, 'node_modules', 'electron-builder', 'cli.js')
  const settings = [`electronDist=${join(place, 'electron')}`, `directories.output=${join(place, 'out')}`]
  const ended = await runQuietly(
    process.execPath,
    [builder, '--linux', 'deb', 'rpm', `--${process.arch}`, ...settings.map((setting) => `-c.${setting}`)],
    { env: { ...process.env, CUSTOM_FPM_PATH: fpm, RECORDS: place } },
  )
  output = ended.output
  expect([ended.code, ended.code === 0 ? '' : output]).toEqual([0, ''])
  for (const kind of ['deb', 'rpm']) {
    asked[kind] = readFileSync(join(place, `${kind}.args`), 'utf8').split('\0')
  }
  // The builder copies half a gigabyte.
}, 180_000)
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('the archive', () => {
  test('holds the build and no packages, least of all the Claude CLI', () => {
    const files = listPackage(archive(), { isPack: false }).map((path) => path.replaceAll('\\', '/'))
    const plain = files.filter((path) => !/^\/dist\/(?:renderer|core)\//.test(path)).sort()
    expect(plain).toEqual([
      '/dist',
      '/dist/backup',
      '/dist/backup/backup.mjs',
      '/dist/backup/copy.mjs',
      '/dist/build.json',
      '/dist/command',
      '/dist/command/janus.js',
      '/dist/core',
      '/dist/desktop',
      '/dist/desktop/main.cjs',
      '/dist/licences.txt',
      '/dist/mcp-servers',
      '/dist/mcp-servers/agents.mjs',
      '/dist/mcp-servers/history.mjs',
      '/dist/preload',
      '/dist/preload/preload.cjs',
      '/dist/renderer',
      '/dist/sweep',
      '/dist/sweep/sweep.mjs',
      '/dist/walk',
      '/dist/walk/walk.mjs',
      '/package.json',
    ])
    expect(files).toEqual(expect.arrayContaining(['/dist/core/core.cjs', '/dist/renderer/index.html']))
    expect(files.filter((path) => /\.map$|\.test\.|testing|testkit|\.tsx?$|gallery/.test(path))).toEqual([])
  })

  test('leaves beside it only what other programs read; of that nothing is checked', () => {
    const plain = listPackage(archive(), { isPack: false }).map((path) => path.slice(1))
    const unpacked = plain.filter((path) => {
      const entry = statFile(archive(), path)
      return !('files' in entry) && 'unpacked' in entry && entry.unpacked
    })
    expect(unpacked.sort()).toEqual([
      'dist/backup/copy.mjs',
      'dist/mcp-servers/agents.mjs',
      'dist/mcp-servers/history.mjs',
      'dist/sweep/sweep.mjs',
      'dist/walk/walk.mjs',
    ])
  })

  test('is small: the interface, and one program that carries its packages', () => {
    expect(readFileSync(archive()).length).toBeLessThan(12 * 1024 * 1024)
  })

  test('has a preload of one CommonJS file that takes only Electron', () => {
    const preload = extractFile(archive(), 'dist/preload/preload.cjs').toString('utf8')
    expect(preload.match(/require\([^)]*\)/g)).toEqual(['require("electron")'])
    expect(preload).not.toMatch(/^\s*(import|export)\b|\bimport\(/m)
    expect(() => new Function('require', 'module', 'exports', preload)).not.toThrow()
  })

  test('has the desktop app as its entry, which starts from it', async () => {
    const manifest = extractFile(archive(), 'package.json').toString('utf8')
    const main = 'dist/desktop/main.cjs'
    expect(JSON.parse(manifest)).toMatchObject({ main, type: 'module' })
    const unpacked = join(place, 'app')
    mkdirSync(join(unpacked, 'dist', 'desktop'), { recursive: true })
    writeFileSync(join(unpacked, 'package.json'), manifest)
    writeFileSync(join(unpacked, main), extractFile(archive(), main))
    // Stubs as much of Electron as a second instance needs: it reads the program, starts, and ends at the
    // lock.
    writeFileSync(join(place, 'hooks.mjs'), hooks)
    const program = join(unpacked, main)
    const args = ['--import', join(place, 'hooks.mjs'), program, '--home', join(place, 'state')]
    expect(await runQuietly(process.execPath, args, { cwd: place })).toEqual({
      code: 4,
      output: 'janus: starting\nlocked\njanus: handed over\n',
    })
  })
})

test.each([
  ['agents.mjs', 'send_to_agent'],
  ['history.mjs', 'search_history'],
])('the tool server %s runs from the package', async (file, tool) => {
  // In the package Electron runs as Node; here Node itself does.
  const server = spawn(process.execPath, [beside('dist', 'mcp-servers', file), join(place, 'none.json')])
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  const ask = async (id: number, method: string, params: object) => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return JSON.parse(((await lines.next()).value as string | undefined) ?? '{}') as {
      result: { tools: { name: string }[] }
    }
  }
  const clientInfo = { name: 'test', version: '1' }
  await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  const { result } = await ask(2, 'tools/list', {})
  expect(result.tools.map(({ name }) => name)).toContain(tool)
  const ended = once(server, 'exit')
  server.stdin.end()
  await ended
})

describe('the fuses', () => {
  test('are all set, as decided', async () => {
    const wire = await getCurrentFuseWire(join(packed, 'janus'))
    const set = Object.values(FuseV1Options).filter((fuse) => typeof fuse === 'number')
    const read = Object.fromEntries(set.map((fuse) => [FuseV1Options[fuse], wire[fuse] === FuseState.ENABLE]))
    expect(read).toEqual({
      RunAsNode: true,
      EnableCookieEncryption: false,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    })
  })

  test('are set as far as an older Electron has them; one that it has and nobody decided about stops it', async () => {
    const set = async (wire: string) => {
      const program = join(place, 'older', 'janus')
      mkdirSync(join(place, 'older'), { recursive: true })
      writeFileSync(
        program,
        Buffer.concat([Buffer.from(sentinel), Buffer.from([1, wire.length]), Buffer.from(wire)]),
      )
      const packager = { appInfo: { productFilename: 'Janus' } } as AfterPackContext['packager']
      await afterPack({ appOutDir: join(place, 'older'), packager, electronPlatformName: 'linux' })
      expect(await wrongFuses(program)).toEqual([])
      return readFileSync(program).toString('latin1').slice(-wire.length)
    }
    expect(await set('10110001')).toBe('10001100')
    await expect(set('1011000111')).rejects.toThrow('strictlyRequireAllFuses')
  })

  test('must all be decided about', () => {
    expect(fuses.strictlyRequireAllFuses).toBe(true)
    expect(set()).toEqual(Object.values(FuseV1Options).filter((fuse) => typeof fuse === 'number'))
    function set() {
      return Object.keys(fuses)
        .filter((key) => /^\d+$/.test(key))
        .map(Number)
    }
  })
})

describe.each(['deb', 'rpm'])('the %s', (kind) => {
  const all = () => asked[kind] ?? []
  /** The installed path of each packed file. */
  const targets = () => all().flatMap((word) => /^\/[^=]*=(\/.*)$/.exec(word)?.[1] ?? [])

  test('has an icon of every size that menus look for, under the name in its entry', () => {
    const icons = targets().filter((path) => path.startsWith('/usr/share/icons/'))
    const sizes = [16, 24, 32, 48, 64, 128, 256, 512].map((size) => `${String(size)}x${String(size)}`)
    expect(icons).toEqual(sizes.map((size) => `/usr/share/icons/hicolor/${size}/apps/janus.png`))
    for (const size of sizes) {
      const head = readFileSync(join(root, 'assets', 'icons', `${size}.png`)).subarray(16, 24)
      expect(`${String(head.readUInt32BE(0))}x${String(head.readUInt32BE(4))}`).toBe(size)
    }
  })

  test('has an entry of the same name as the window, and nothing of the sandbox switched off', () => {
    expect(targets()).toContain('/usr/share/applications/janus.desktop')
    const entry = readFileSync(join(place, `${kind}.desktop`), 'utf8')
    expect(entry).toMatch(/^Exec=\/opt\/Janus\/janus %U$/m)
    expect(entry).toMatch(/^Name=Janus$/m)
    expect(entry).toMatch(/^Icon=janus$/m)
    expect(entry).toMatch(/^StartupWMClass=janus$/m)
    expect(entry).toMatch(/^Categories=Development;$/m)
    expect(entry).not.toContain('--no-sandbox')
  })

  test('names the owner that owner.yml names', () => {
    const owner = readFileSync(join(root, 'owner.yml'), 'utf8')
    const after = (option: string) => all()[all().indexOf(option) + 1] ?? 'nothing'
    expect(owner).toContain(`homepage: ${after('--url')}\n`)
    expect(owner).toContain(`maintainer: ${after('--maintainer')}\n`)
  })

  test('asks for the libraries that the program is linked with', () => {
    const wanted = all().flatMap((word, at) => (all()[at - 1] === '-d' ? [word] : []))
    const names = kind === 'deb' ? ['libasound2', 'libgbm1', 'libdrm2'] : ['libasound', 'libgbm', 'libgtk-3']
    for (const name of names) expect(wanted.join('\n')).toContain(name)
    // Debian renamed packages for 64-bit time; a system has only one of the two names.
    const renamed = wanted.filter((name) => /t64/.test(name))
    expect(renamed).toEqual(renamed.map((name) => name.replace(/^(\S+)t64 \| (\S+)$/, '$1t64 | $1')))
    expect(renamed).toHaveLength(kind === 'deb' ? 7 : 0)
  })
})

test('the rpm owns its folder, which so goes with it', () => {
  const { rpm = [] } = asked
  expect(rpm[rpm.indexOf('--directories') + 1]).toBe('/opt/Janus')
})

test('nothing was fetched for it, and nothing of Electron’s own app taken along', () => {
  expect(output).not.toMatch(/download/i)
  expect(existsSync(join(packed, 'resources', 'default_app.asar'))).toBe(false)
})

test('without Electron there is nothing to pack, and it is said what helps', async () => {
  const at = {
    package: join(place, 'none'),
    fetch: () => Promise.resolve('getaddrinfo ENOTFOUND github.com'),
  }
  const found = await electronToPack(at)
  expect(found).toEqual({ problem: expect.stringContaining('(getaddrinfo ENOTFOUND github.com)') as string })
  expect(found).toEqual({ problem: expect.stringContaining('ELECTRON_MIRROR') as string })
})

/** Replaces fpm: records its arguments and the desktop entry. */
const recorder = `#!/bin/sh
  while [ "$1" != -t ]; do shift; done
  kind=$2
  printf '%s\\0' "$@" >"$RECORDS/$kind.args"
  for word; do
    case $word in *=/usr/share/applications/*) cp "\${word%%=*}" "$RECORDS/$kind.desktop" ;; esac
    [ "$last" = --package ] && : >"$word"
    last=$word
  done
`
const electron = `
  const app = { isPackaged: true, enableSandbox() {}, setPath() {}, on() {}, quit() {},
    commandLine: { hasSwitch: () => false, appendSwitch() {} },
    requestSingleInstanceLock() { console.log('locked'); return false },
    exit(code) { process.exit(code) } }
  const protocol = { registerSchemesAsPrivileged() {} }
  const Menu = { setApplicationMenu() {} }
  module.exports = { app, protocol, Menu }`
const hooks = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve: (name, context, next) => name === 'electron' ? { url: 'electron:', shortCircuit: true } : next(name, context),
    load: (url, context, next) => url === 'electron:'
      ? { format: 'commonjs', source: ${JSON.stringify(electron)}, shortCircuit: true } : next(url, context),
  })`
