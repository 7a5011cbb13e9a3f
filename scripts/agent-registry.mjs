// Writes the copy of the public agent registry that Janus ships: `node scripts/agent-registry.mjs FOLDER`,
// where FOLDER is a clone (bare or not) of github.com/agentclientprotocol/registry. It fetches nothing, and
// copies facts only: the agents' descriptions come with a list that the user fetches.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say where a clone of the registry is.')
/** @param {string[]} args */
const git = (...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' })

const paths = git('ls-tree', '-r', '--name-only', 'HEAD').split('\n')
const agents = paths
  .filter((path) => /^[a-z][\w-]*\/agent\.json$/.test(path))
  .map((path) => JSON.parse(git('show', `HEAD:${path}`)))
  .map(({ id, name, version, repository, license, distribution: { npx, uvx, binary } }) => ({
    id,
    name,
    version,
    repository,
    license,
    // Platforms and archive addresses are left out: downloads are up to package runners and the user.
    distribution: {
      ...(npx && { npx: { package: npx.package, args: npx.args } }),
      ...(uvx && { uvx: { package: uvx.package, args: uvx.args } }),
      ...(binary && {
        binary: { any: { cmd: Object.values(binary)[0].cmd, args: Object.values(binary)[0].args } },
      }),
    },
  }))
const updatedAt = new Date(Number(git('log', '-1', '--format=%ct')) * 1000).toISOString()
const source = 'github.com/agentclientprotocol/registry, Apache-2.0'
const path = join(import.meta.dirname, '../main/adapters/downloads/agent-registry.json')
writeFileSync(path, `${JSON.stringify({ source, updatedAt, agents }, null, 2)}\n`)
process.stdout.write(`${agents.length} agents\n`)
