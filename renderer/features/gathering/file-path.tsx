import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { ideaHome, type HarvestCard } from '../../../main/contract/gatherings/harvests.ts'
import { folderName, shortPath } from '../../entities/folder/short-path.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'

/** The folder beside which the gatherings are kept: that of the project, or Janus' own. `kept`: the file of one. */
const rootOf = (kept: string): string => kept.replace(/[\\/][^\\/]+[\\/][^\\/]+$/, '')

/** A path from the name of the project's folder on: `ferry/gatherings/2026-11-22-ship.md`; elsewhere the whole path. */
export function fromProject(path: string, kept: string | null): string {
  const root = rootOf(kept ?? '')
  const isInside = root !== '' && path.startsWith(root) && /[\\/]/.test(path.charAt(root.length))
  return isInside ? `${folderName(root)}${path.slice(root.length).replace(/\\/g, '/')}` : shortPath(path)
}

/**
 * The file of a card that was filed, so far as a gathering tells: tasks stand in one list, documents where the
 * harvester wrote; in Janus' own folder, `home`, among the gatherings. Not a whole path where nothing is kept.
 */
export function filedPath(
  { kind, path }: Pick<HarvestCard, 'kind' | 'path'>,
  { path: kept }: Pick<GatheringView, 'path'>,
  home: string | undefined,
): string {
  const lists = { todo: 'gatherings/TODO.md', idea: ideaHome, memory: path, doc: null }
  const list = lists[kind]
  if (kept === null) return list ?? path
  const root = rootOf(kept)
  if (list !== null) return `${root}/${list}`
  return root === home ? `${root}/gatherings/${path}` : `${root}/${path}`
}

interface PathProps {
  readonly path: string
  /** The file of the gathering, which tells where its project is. */
  readonly kept: string | null
}

/** Where something was written: from the project's folder on; the whole path for a pointer, a screen reader, and to copy. */
export function FilePath({ path, kept }: PathProps) {
  return (
    <>
      <span className="mono" title={visible(path)}>
        <SafeText as="span" aria-hidden="true" text={fromProject(path, kept)} />
        <SafeText as="span" className="vh" text={path} />
      </span>
      <CopyButton text={() => path} label="Copy the path" />
    </>
  )
}
