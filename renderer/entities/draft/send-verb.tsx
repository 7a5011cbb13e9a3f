import { sendVerbs } from './composer-words.ts'
import css from './send-verb.module.css'

/** The word on a button that sends, as wide as the widest that can stand there: the button does not move. */
export function SendVerb({ verb }: { readonly verb: string }) {
  return (
    <span className={css.verbs} data-verbs={sendVerbs.join('\n')}>
      {verb}
    </span>
  )
}
