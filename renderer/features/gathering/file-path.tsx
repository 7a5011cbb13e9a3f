import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { ideaHome, type HarvestCard } from '../../../main/contract/gatherings/harvests.ts'
import { folderName, shortPath } from '../../entities/folder/short-path.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'

/** The project's folder, or Janus's own, above the gatherings' folder. `kept`: a gathering's file. */
const rootOf = (kept: string): string => kept.replace(/[\\/][^\\/]+[\\/][^\\/]+$/, '')

/**
 * A path from the project's folder on, `ferry/gatherings/2026-11-22-ship.md`; outside of it the shortened
 * path.
 */
export function fromProject(path: string, kept: string | null): string {
  const root = rootOf(kept ?? '')
  const isInside = root !== '' && path.startsWith(root) && /[\\/]/.test(path.charAt(root.length))
  return isInside ? `${folderName(root)}${path.slice(root.length).replace(/\\/g, '/')}` : shortPath(path)
}

/**
 * The file of a saved harvest card, as far as the gathering knows it: tasks are in one list, documents where
 * the harvester wrote them; in `home`, Janus's own folder, beside the gatherings. Relative when the gathering
 * has no file.
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
  /** The gathering's file, which tells the project's folder. */
  readonly kept: string | null
}

/**
 * Shows a path from the project's folder on; the title, screen readers and the copy button get the full path.
 */
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
