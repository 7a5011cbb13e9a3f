import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { unwantedFeatures } from './chromium.mjs'

test('what Playwright switches off in Chromium stays off', () => {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('@playwright/test'))
  const core = join(dirname(resolve('playwright-core')), 'lib', 'coreBundle.js')
  const [, list = ''] = /disabledFeatures = \[(.*?)\n\s*\]/s.exec(readFileSync(core, 'utf8')) ?? []
  const theirs = Array.from(list.matchAll(/^\s*"(\w+)",?$/gm), ([, name]) => name)
  expect(theirs.length).toBeGreaterThan(10)
  expect(theirs.filter((name) => !unwantedFeatures.includes(name ?? ''))).toEqual([])
})
