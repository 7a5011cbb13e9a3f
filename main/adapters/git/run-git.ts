import { execFile } from 'node:child_process'
import { GitError, type GitAsk, type GitPlace, type RunGit } from '../../ports/git.ts'
import { findProgram } from '../processes/find-program.ts'

/** How long git may take where nothing else is said, in ms. */
const usualPatience = 10_000
/** Most bytes that git may answer where nothing else is said. */
const usualMost = 8 * 1024 * 1024

/**
 * What is the same for every question. A repository may belong to somebody hostile: its hooks, its watcher, pagers,
 * editors, ways of signing and of connecting are none. Drivers that it names are taken away one by one (`withoutDrivers`).
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
  // Nothing that a branch brings passes for a `.git` on a disk that knows no case.
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

/** Git of this environment. */
export function openGit(environment: NodeJS.ProcessEnv): RunGit {
  // Not those of a hook that Janus may run in, which would be about another repository.
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
      // By its whole path: by name, Windows takes a git.exe of the folder in which it is asked.
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

/** What git has written, without the end of its last line. */
export const gitText = ({ out }: { readonly out: Buffer }): string => out.toString('utf8').trim()

/** The fields that git has written with `-z`. */
export const fieldsOf = ({ out }: { readonly out: Buffer }): string[] =>
  out
    .toString('utf8')
    .split('\0')
    .filter((field) => field !== '')

/** By these git neither looks for a `.git` nor follows one, and no setting names another working folder. */
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

/** Drivers of content that settings may name, each of which is a command line: of filters, comparisons, merges, hooks. */
const driver = /^(filter|diff|merge|hook)\.(.+)\.[^.]+$/s

const withNone: Readonly<Record<string, (name: string) => readonly string[]>> = {
  filter: (at) => [`${at}.clean=`, `${at}.smudge=`, `${at}.process=`, `${at}.required=false`],
  diff: (at) => [`${at}.command=`, `${at}.textconv=`, `${at}.cachetextconv=false`],
  // An empty command would pass for a merge that went well.
  merge: (at) => [`${at}.driver=false`, `${at}.recursive=binary`],
  hook: (at) => [`${at}.command=false`, `${at}.enabled=false`],
}

/**
 * Arguments that take away every driver of content that the repository's own settings name, and the user's: which of
 * them is used is for the repository's attributes to say. Settings are only read for that.
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
  // A name with an equals sign cannot be set so: such a repository is not looked at.
  if ([...unique.keys()].some((at) => at.includes('=')))
    throw new GitError('The settings of this repository name a driver that Janus cannot switch off.')
  return [...unique].flatMap(([at, kind]) => (withNone[kind]?.(at) ?? []).flatMap((one) => ['-c', one]))
}
