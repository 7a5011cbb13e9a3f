import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { arch, release, type } from 'node:os'
import { join } from 'node:path'
import type { BuildFacts } from '../contract/app/about.ts'
import type { BuildBook } from '../ports/ports.ts'
import { orNull } from './folder/errors.ts'

const unknown: BuildFacts = { commit: null, channel: 'development' }

export function openBuildBook(dist: string): BuildBook {
  const { node, electron = null, chrome = null } = process.versions
  const facts = orNull(() => JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as BuildFacts)
  return {
    facts: { ...unknown, ...facts },
    runtime: { node, electron, chromium: chrome, system: `${type()} ${release()} ${arch()}` },
    licences: () => readFile(join(dist, 'licences.txt'), 'utf8'),
  }
}
