import type { AgentId } from '../../../main/contract/model.ts'
import { useMirrorList } from '../../state/store.ts'
import { setSide } from '../../state/view-store.ts'
import { LinkChip } from './link-chip.tsx'
import { openLinksOf } from '../../state/links-of.ts'

/** So many links stand in a header; the panel at the side lists all. */
const most = 1

/** The links of an agent in its header: the last opened, and how many more there are. */
export function LinkChips({ agent }: { readonly agent: AgentId }) {
  const links = useMirrorList((now) => openLinksOf(now.links, agent))
  const rest = links.length - most
  return (
    <>
      {links.slice(-most).map((link) => (
        <LinkChip key={link.id} link={link} />
      ))}
      {rest > 0 && (
        <button
          type="button"
          className="chip more-links num"
          aria-label={`+${rest} ${rest === 1 ? 'link' : 'links'}, at the side`}
          title={`${rest} more ${rest === 1 ? 'link' : 'links'}`}
          onClick={() => setSide('open')}
        >
          +{rest}
        </button>
      )}
    </>
  )
}
