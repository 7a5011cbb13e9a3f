import { sharedWords } from '../../../main/contract/edits/edit-words.ts'
import type { SharedFileView } from '../../../main/contract/edits/edits.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Icon } from '../../components/icon.tsx'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'

/** `Scout is editing router.ts too`, `3 files also in use by Scout`, `2 files also in use by 3 agents`. */
export function sharedFilesWords(files: readonly SharedFileView[], names: readonly string[]): string {
  const [first] = files
  if (first === undefined) return ''
  if (files.length === 1) return sharedWords(first, names[0] ?? 'Another agent')
  const paths = new Set(files.map(({ path }) => path)).size
  const who = names.length === 1 ? (names[0] ?? 'another agent') : `${names.length} agents`
  return `${paths === 1 ? '1 file' : `${paths} files`} also in use by ${who}`
}

export function SharedFilesChip({ agent: { id, sharedFiles = [] } }: { readonly agent: AgentView }) {
  const peers = [...new Set(sharedFiles.map((file) => file.with))]
  const words = useMirror((now) =>
    sharedFilesWords(
      sharedFiles,
      peers.map((peer) => now.agents[peer]?.name ?? 'another agent'),
    ),
  )
  if (words === '') return null
  return (
    <button
      type="button"
      className="chip"
      data-part="shared-files-chip"
      aria-label={visible(words)}
      title={`${visible(words)}: show what each has changed`}
      onClick={() => show({ kind: 'sharedFiles', agent: id })}
    >
      <Icon name="edit" />
      <SafeText as="span" className="clip" data-yield={5} text={words} />
    </button>
  )
}
