import { attachedNames, type Attachment } from '../../../main/contract/mail/attachments.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import css from './attachment.module.css'

export function AttachedSign({ of }: { readonly of: readonly Attachment[] | undefined }) {
  if (!of || of.length === 0) return null
  return (
    <span className={css.sign} title={visible(attachedNames(of))}>
      <Icon name="clip" />
      <span className="vh">
        {of.length === 1 ? 'with one attachment, ' : `with ${of.length} attachments, `}
      </span>
    </span>
  )
}
