import type { GitChange, RunGit } from '../../ports/git.ts'
import { fieldsOf } from './run-git.ts'

const mostChanges = 2_000

/** Git's empty tree, to compare with when there is no commit yet. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

const comparing = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '--relative', '-M', '-z']

/** Returns changes since the last commit below a folder, untracked files included. */
export async function changesIn(
  run: RunGit,
  folder: string,
): Promise<{ readonly changes: readonly GitChange[]; readonly isPart: boolean }> {
  const ask = { cwd: folder }
  const { code } = await run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    ...ask,
    codes: [1, 128],
  })
  const from = code === 0 ? 'HEAD' : emptyTree
  const [names, counts, others] = await Promise.all([
    run(['diff', '--name-status', ...comparing, from, '--', '.'], ask),
    run(['diff', '--numstat', ...comparing, from, '--', '.'], ask),
    run(['ls-files', '--others', '--exclude-standard', '-z', '--', '.'], ask),
  ])
  const known = namesIn(fieldsOf(names), countsIn(fieldsOf(counts)))
  // Nested repositories are listed as folders with a trailing `/`.
  const untracked = fieldsOf(others)
    .filter((path) => !path.endsWith('/'))
    .map(unknown)
  const all = [...known, ...untracked].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return { changes: all.slice(0, mostChanges), isPart: all.length > mostChanges }
}

const unknown = (path: string): GitChange => ({
  path,
  kind: 'added',
  from: null,
  added: null,
  removed: null,
  isUntracked: true,
})

type Counts = ReadonlyMap<string, readonly [added: number | null, removed: number | null]>

/** Fields: `12\t3\tpath`, or for a rename `12\t3\t` followed by both paths; `-` for binary files. */
function countsIn(fields: readonly string[]): Counts {
  const counts = new Map<string, readonly [number | null, number | null]>()
  for (let at = 0; at < fields.length; at++) {
    const [added = '', removed = '', ...rest] = (fields[at] ?? '').split('\t')
    const path = rest.join('\t')
    if (path === '') at += 2
    counts.set(path === '' ? (fields[at] ?? '') : path, [countIn(added), countIn(removed)])
  }
  return counts
}

const countIn = (written: string): number | null => (/^\d+$/.test(written) ? Number(written) : null)

/** Fields: `M`, path; or `R100`, both paths. */
function namesIn(fields: readonly string[], counts: Counts): readonly GitChange[] {
  const changes: GitChange[] = []
  for (let at = 0; at < fields.length; at += 2) {
    const letter = (fields[at] ?? '').charAt(0)
    const first = fields[at + 1] ?? ''
    const isRenamed = letter === 'R'
    const path = isRenamed ? (fields[at + 2] ?? '') : first
    if (isRenamed) at++
    const [added, removed] = counts.get(path) ?? [null, null]
    const kind = isRenamed ? 'renamed' : letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'changed'
    changes.push({ path, kind, from: isRenamed ? first : null, added, removed, isUntracked: false })
  }
  return changes
}
