import { Icon } from './icon.tsx'
import { SafeText } from './safe-text.tsx'

export function Problem({ text, id }: { readonly text: string; readonly id?: string }) {
  return (
    <p className="problem" role="alert" id={id}>
      <Icon name="alert" />
      <SafeText as="span" text={text} />
    </p>
  )
}
