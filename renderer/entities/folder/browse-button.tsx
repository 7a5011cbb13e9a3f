import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'

interface BrowseButtonProps {
  readonly onChosen: (folder: string) => void
  readonly className?: string
  readonly words?: string
}

/** Opens the desktop's own dialog for folders. */
export function BrowseButton({ onChosen, className = 'ghost', words = 'Browse…' }: BrowseButtonProps) {
  const browse = async () => {
    try {
      const { folder } = await ask('folders.choose', {})
      if (folder !== null) onChosen(folder)
    } catch (error) {
      toast(wordsOf(error), { isError: true })
    }
  }
  return (
    <button type="button" className={`btn ${className}`} onClick={() => void browse()}>
      {words}
    </button>
  )
}
