import { CopyButton } from '../../components/copy-button.tsx'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { fromProject } from './filed-path.ts'

interface PathProps {
  /** The whole of it. */
  readonly path: string
  /** The file of the gathering, which tells where its project is. */
  readonly kept: string | null
}

/** Where something was written: from the project's folder on; the whole path for a pointer, a screen reader, and to copy. */
export function FilePath({ path, kept }: PathProps) {
  return (
    <>
      <span className="mono" title={visible(path)}>
        <span aria-hidden="true">
          <SafeText text={fromProject(path, kept)} />
        </span>
        <span className="vh">
          <SafeText text={path} />
        </span>
      </span>
      <CopyButton text={() => path} label="Copy the path" />
    </>
  )
}
