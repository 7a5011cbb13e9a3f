import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child.mjs'

/** Commands that look on the registry for what they do not find here, where `janus` is somebody else's package. */
const runsStrangers =
  /\b(?:npx|bunx|pnpx|(?:npm|pnpm|yarn) (?:exec|x|dlx)|(?:npm|pnpm|yarn|bun) (?:i|install|add|link)) (?:-{1,2}[\w-]+ )*janus\b/

const own = 'scripts/strangers-package.test.ts'

test('no text teaches a command that would run somebody else’s package called janus', () => {
  for (const command of ['npx janus agents', 'npx -y janus', 'npm exec -- janus x', 'npm install -g janus'])
    expect(runsStrangers.test(command), command).toBe(true)
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const texts = listed
    .split('\0')
    .filter((path) => /\.(md|m?[jt]sx?|json|ya?ml|txt|html|sh|service)$/.test(path))
  const taught = texts.filter((path) => {
    const file = join(root, path)
    return (
      path !== own &&
      existsSync(file) &&
      statSync(file).size < 2_000_000 &&
      runsStrangers.test(readFileSync(file, 'utf8'))
    )
  })
  expect(texts.length).toBeGreaterThan(1000)
  expect(taught).toEqual([])
})
