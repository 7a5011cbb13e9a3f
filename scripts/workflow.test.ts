import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child.mjs'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly if?: string
}
interface Job {
  readonly strategy: { readonly matrix: { readonly os: readonly string[] } }
  readonly 'timeout-minutes': number
  readonly steps: readonly Step[]
}
interface Workflow {
  readonly permissions: object
  readonly jobs: Readonly<Record<string, Job>>
}

// The reader of the builder, which reads its own settings with it.
const builder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'))
const { load } = builder('js-yaml') as { load: (text: string) => unknown }
const workflow = load(readFileSync(join(root, '.github', 'workflows', 'ci.yml'), 'utf8')) as Workflow
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const jobs = Object.values(workflow.jobs)
const runs = (job: Job | undefined) => job?.steps.flatMap(({ run }) => run ?? []) ?? []

test('on each system everything is tested, and the app is packed and started', () => {
  for (const { strategy } of jobs) {
    expect(strategy.matrix.os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest'])
  }
  expect(runs(workflow.jobs['test'])).toEqual(['npm test'])
  const everywhere = workflow.jobs['package']?.steps.filter((step) => step.if === undefined) ?? []
  expect(everywhere.flatMap(({ run }) => run ?? [])).toEqual(['npm run dist', 'npm run smoke'])
  expect(runs(workflow.jobs['package'])).toContain('npm run smoke -- --wayland')
})

test('it does nothing that cannot be done by hand: commands of the project, and the system’s packages', () => {
  for (const command of jobs.flatMap(runs)) {
    const [, script] = /^npm (?:run )?(\S+)(?: -- [-\w ]+)?$/.exec(command) ?? []
    if (script === undefined)
      expect(command).toMatch(/^sudo apt-get (update && sudo apt-get )?install -y [-\w./* ]+$/)
    else expect(Object.keys(scripts)).toContain(script)
  }
})

test('it may only read, ends by itself, and takes others’ work by its major version', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  for (const job of jobs) {
    expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
    for (const { uses } of job.steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/)
  }
})
