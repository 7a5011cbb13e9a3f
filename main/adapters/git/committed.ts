import type { Committed, RunGit } from '../../ports/git.ts'

/** A file of the last commit, by its path below the folder; null: it has none that is a plain file. */
export async function committedFile(
  run: RunGit,
  folder: string,
  path: string,
  most: number,
): Promise<Committed | { readonly length: number } | null> {
  const ask = { cwd: folder }
  // Of a name nothing is a pattern.
  const literal = ['--literal-pathspecs']
  const tree = await run([...literal, 'ls-tree', '-z', '-l', 'HEAD', '--', path], { ...ask, codes: [128] })
  if (tree.code !== 0) return null
  const [, mode, object, length] =
    /^(\d{6}) blob ([0-9a-f]{40,64}) +(\d+)\t/.exec(tree.out.toString('utf8')) ?? []
  if (object === undefined || mode === undefined || mode === '120000') return null
  if (Number(length) > most) return { length: Number(length) }
  const [blob, attributes] = await Promise.all([
    run(['cat-file', 'blob', object], { ...ask, most: most + 1024 }),
    run([...literal, 'check-attr', '-z', 'filter', 'working-tree-encoding', 'ident', '--', path], ask),
  ])
  // Three fields each: the path, the attribute, its value.
  const values = attributes.out
    .toString('utf8')
    .split('\0')
    .filter((_, at) => at % 3 === 2)
  const isFiltered = values.some((value) => value !== 'unspecified' && value !== 'unset')
  return { bytes: blob.out, isExecutable: mode === '100755', isFiltered }
}
