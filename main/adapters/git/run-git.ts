import { execFile } from 'node:child_process'
import { GitError, type GitAsk, type GitPlace, type RunGit } from '../../ports/git.ts'
import { findProgram } from '../processes/find-program.ts'

/** Milliseconds. */
const usualPatience = 10_000
/** Bytes. */
const usualMost = 8 * 1024 * 1024

/**
 * Settings for every command. A repository may be hostile, so its hooks, fsmonitor, pagers, editors,
 * signing and transport programs are disabled. Drivers are disabled one by one (`withoutDrivers`).
 */
const harmless = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'core.pager=cat',
  'core.editor=false',
  'core.askPass=',
  'core.sshCommand=false',
  'credential.helper=',
  // Prevents branch content that aliases `.git` on case-insensitive file systems.
  'core.protectHFS=true',
  'core.protectNTFS=true',
  'core.attributesFile=/dev/null',
  'core.alternateRefsCommand=',
  'core.gitProxy=',
  'diff.external=',
  'diff.submodule=short',
  'diff.ignoreSubmodules=all',
  'submodule.recurse=false',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'log.showSignature=false',
  'merge.verifySignatures=false',
  'merge.autoStash=false',
  'rerere.enabled=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
  'checkout.workers=1',
  'diff.renames=true',
  'status.showUntrackedFiles=all',
  'color.ui=false',
].flatMap((setting) => ['-c', setting])

const notFound = 'git was not found on this machine.'

export function openGit(environment: NodeJS.ProcessEnv): RunGit {
  // Without Git's variables, which a hook that runs Janus sets for another repository.
  const own = Object.entries(environment).filter(
    ([name]) => !/^GIT_/i.test(name) || /^GIT_CONFIG_(?:GLOBAL|NOSYSTEM|SYSTEM)$/i.test(name),
  )
  const env = {
    ...Object.fromEntries(own),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_PAGER: 'cat',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_EDITOR: 'false',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    LC_ALL: 'C',
    GIT_MERGE_AUTOEDIT: 'no',
    GIT_DISCOVERY_ACROSS_FILESYSTEM: '0',
  }
  return (args, { cwd, place, patience = usualPatience, most = usualMost, takesPart = false, codes = [] }) =>
    new Promise((resolve, reject) => {
      const options = {
        cwd,
        env: place ? { ...env, ...variablesOf(place) } : env,
        timeout: patience,
        maxBuffer: most,
        windowsHide: true,
        encoding: 'buffer',
      } as const
      // By full path, because Windows searches the current folder first.
      const git = findProgram('git', environment)
      if (git === null) return reject(new GitError(notFound))
      execFile(git, [...harmless, ...args], options, (error, out, told) => {
        if (error === null) return resolve({ code: 0, out, isPart: false })
        if (typeof error.code === 'number' && codes.includes(error.code))
          return resolve({ code: error.code, out, isPart: false })
        if (takesPart && isTooLong(error)) return resolve({ code: 0, out, isPart: true })
        reject(new GitError(wordsOf(error, told.toString('utf8'), patience)))
      })
    })
}

export const gitText = ({ out }: { readonly out: Buffer }): string => out.toString('utf8').trim()

/** Splits `-z` output. */
export const fieldsOf = ({ out }: { readonly out: Buffer }): string[] =>
  out
    .toString('utf8')
    .split('\0')
    .filter((field) => field !== '')

/** With these Git neither searches for `.git` nor honors `core.worktree`. */
const variablesOf = ({ gitFolder, workTree, commonFolder }: GitPlace) => ({
  GIT_DIR: gitFolder,
  GIT_WORK_TREE: workTree,
  GIT_COMMON_DIR: commonFolder,
})

const isTooLong = ({ code }: { readonly code?: unknown }): boolean =>
  code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'

function wordsOf(
  error: Error & { code?: unknown; killed?: boolean },
  told: string,
  patience: number,
): string {
  if (error.code === 'ENOENT') return notFound
  if (isTooLong(error)) return 'git had more to say than is read.'
  if (error.killed) return `git took longer than ${patience / 1000} s and was ended.`
  const lines = told.split('\n').map((line) => line.replace(/^(?:fatal|error|hint): /, '').trim())
  const said = lines
    .filter((line) => line !== '')
    .join(' ')
    .slice(0, 600)
  return said === '' ? `git failed: ${error.message.slice(0, 200)}` : `git says: ${said}`
}

/** Drivers are command lines that settings define for filters, diffs, merges and hooks. */
const driver = /^(filter|diff|merge|hook)\.(.+)\.[^.]+$/s

const withNone: Readonly<Record<string, (name: string) => readonly string[]>> = {
  filter: (at) => [`${at}.clean=`, `${at}.smudge=`, `${at}.process=`, `${at}.required=false`],
  diff: (at) => [`${at}.command=`, `${at}.textconv=`, `${at}.cachetextconv=false`],
  // An empty command would count as a successful merge.
  merge: (at) => [`${at}.driver=false`, `${at}.recursive=binary`],
  hook: (at) => [`${at}.command=false`, `${at}.enabled=false`],
}

/**
 * Returns `-c` arguments that disable every driver of the repository's and the user's settings, because the
 * repository's attributes choose among them.
 */
export async function withoutDrivers(
  run: RunGit,
  { cwd, place }: Pick<GitAsk, 'cwd' | 'place'>,
): Promise<readonly string[]> {
  const pattern = '^(filter|diff|merge|hook)\\..+\\.'
  const { out } = await run(['config', '-z', '--name-only', '--get-regexp', pattern], {
    cwd,
    ...(place ? { place } : {}),
    codes: [1],
  })
  const found = out
    .toString('utf8')
    .split('\0')
    .flatMap((key) => {
      const [, kind = '', name = ''] = driver.exec(key) ?? []
      return kind === '' ? [] : [[kind.toLowerCase(), `${kind}.${name}`] as const]
    })
  const unique = new Map(found.map(([kind, at]) => [at, kind]))
  // `-c` can't set a name with an equals sign, so such a repository is refused.
  if ([...unique.keys()].some((at) => at.includes('=')))
    throw new GitError('The settings of this repository name a driver that Janus cannot switch off.')
  return [...unique].flatMap(([at, kind]) => (withNone[kind]?.(at) ?? []).flatMap((one) => ['-c', one]))
}
