import { readdirSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { listedFiles, root } from './child.mjs'
import { coreOrder } from './layers.mjs'

function compiledInCore(text: string): string[] {
  const path = join(root, 'main/core/probe.ts')
  const config = join(root, 'main/core/tsconfig.json')
  const parsed = ts.getParsedCommandLineOfConfigFile(
    config,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  )
  if (parsed === undefined) throw new Error(`No settings in ${config}`)
  const options = { ...parsed.options, composite: false, emitDeclarationOnly: false, noEmit: true }
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (name, version, ...rest) =>
    name === path ? ts.createSourceFile(name, text, version) : read(name, version, ...rest)
  const program = ts.createProgram([path], options, host)
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(path))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

const beside = `import type { Ask } from '../contract/api/requests.ts'\nexport type A = Ask\n`

test('in core, the compiler knows nothing of what is outside', () => {
  const names = ['process', 'fetch', 'setTimeout', 'console', 'document', 'Buffer', 'performance', 'crypto']
  const lines = names.map((name) => `export const ${name}1 = ${name}`)
  expect(compiledInCore(beside + lines.join('\n'))).toEqual(
    names.map((name) => expect.stringContaining(`Cannot find name '${name}'`) as string),
  )
})

test('in core, what is pure compiles', () => {
  expect(compiledInCore(`${beside}export const a = [1].map(String)`)).toEqual([])
})

function files(): { path: string; text: string }[] {
  return listedFiles()
    .filter(
      (path) =>
        /\.(tsx?|m?js|css|html|json|md|sh|ya?ml|txt)$|^\.ci\//.test(path) && path !== 'package-lock.json',
    )
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(join(root, path), 'utf8') }]
      } catch {
        return []
      }
    })
}

test('each folder of the core has its place in the order of the core', () => {
  const folders = readdirSync(join(root, 'main/core'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'stories')
    .map(({ name }) => name)
  expect(folders.filter((name) => !coreOrder.includes(name))).toEqual([])
})

// The linter checks code.
test('a style sheet over 400 lines says why at its top', () => {
  const long = files()
    .filter(({ path }) => path.endsWith('.css'))
    .filter(({ text }) => text.trimEnd().split('\n').length > 400)
    .filter(({ text }) => !/over 400 lines because /i.test(text.split('\n').slice(0, 10).join('\n')))
  expect(long.map(({ path }) => path)).toEqual([])
})

test('one file alone says who publishes Janus', () => {
  const placeholder = ['janus', 'invalid'].join('.')
  const naming = files().filter(({ text }) => text.includes(placeholder))
  expect(naming.map(({ path }) => path)).toEqual(['owner.yml'])
})

test('no file has a meaningless name', () => {
  const empty = /(^|[/-])(managers?|helpers?|utils?|services?|data|info|index)\.(tsx?|mjs)$/
  expect(
    files()
      .map(({ path }) => path)
      .filter((path) => empty.test(path)),
  ).toEqual([])
})

test('no file holds a path of the machine that it was written on', () => {
  const own = root.replace(/[/\\]$/, '')
  const above = dirname(own)
  const shared = [tmpdir(), homedir(), '/home', dirname(above)].includes(above)
  const places = shared ? [own] : [own, `${above}/`]
  const found = files().filter(({ text }) => places.some((place) => text.includes(place)))
  expect(found.map(({ path }) => path)).toEqual([])
})

/** `npm ci` refuses a lock file with gaps, but npm silently omits packages that its registry lacks. */
test('the lock names every package that another one wants, for each platform', () => {
  type Wants = Record<'dependencies' | 'optionalDependencies', Record<string, string> | undefined>
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Wants>
  }
  const isThere = (name: string, place: string): boolean =>
    `node_modules/${name}` in lock.packages ||
    place
      .split('/')
      .some((_, i, parts) => `${parts.slice(0, i + 1).join('/')}/node_modules/${name}` in lock.packages)
  const missing = Object.entries(lock.packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isThere(name, place)),
  )
  expect(missing).toEqual([])
})

test('nothing registers an address scheme with the system', () => {
  const asks = /setAsDefaultProtocolClient|^\s*protocols:|x-scheme-handler/m
  const found = files().filter(({ path, text }) => /\.(ts|mjs|ya?ml)$/.test(path) && asks.test(text))
  expect(found.map(({ path }) => path).filter((path) => path !== 'scripts/conventions.test.ts')).toEqual([])
})

/** Commands that fall back to the registry, where `janus` is somebody else's package. */
const runsStrangers =
  /\b(?:npx|bunx|pnpx|(?:npm|pnpm|yarn) (?:exec|x|dlx)|(?:npm|pnpm|yarn|bun) (?:i|install|add|link)) (?:-{1,2}[\w-]+ )*janus\b/

test('no text teaches a command that would run somebody else’s package called janus', () => {
  for (const command of ['npx janus agents', 'npx -y janus', 'npm exec -- janus x', 'npm install -g janus'])
    expect(runsStrangers.test(command), command).toBe(true)
  const texts = files().filter(({ path }) => path !== 'scripts/conventions.test.ts')
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter(({ text }) => runsStrangers.test(text)).map(({ path }) => path)).toEqual([])
})
