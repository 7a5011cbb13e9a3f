import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './child.mjs'

/** What no rule may let through, each in a file of its own. */
const faults = {
  'await-thenable': `export const a = async () => await 1`,
  'no-floating-promises': `export const a = () => { Promise.resolve() }`,
  'no-misused-promises': `export const a = () => [1].filter(async () => true)`,
  'only-throw-error': `export const a = () => { throw 'x' }`,
  'switch-exhaustiveness-check': `export const a = (b: 'c' | 'd') => { switch (b) { case 'c': return 1 } return 2 }`,
}
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'janus-typed-lint-'))
  const settings = { extends: join(root, 'tsconfig.base.json') }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  for (const [rule, text] of Object.entries(faults)) writeFileSync(join(folder, `${rule}.ts`), `${text}\n`)
})

afterAll(() => rmSync(folder, { recursive: true }))

test('what needs types to be seen is found, each by its rule', () => {
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', join(root, '.oxlintrc.json')]
  const found = JSON.parse(printed([...args, '--format', 'json', '.'])) as {
    diagnostics: { filename: string; code: string }[]
  }
  const seen = found.diagnostics.map(({ filename, code }) => `${filename}: ${code}`).sort()
  expect(seen).toEqual(Object.keys(faults).map((rule) => `${rule}.ts: typescript(${rule})`))
})

/** What it prints though it fails, as it has to. */
function printed(args: string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
