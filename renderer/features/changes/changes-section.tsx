import { useState } from 'react'
import type { ChangeSpan } from '../../../main/contract/folders/changes.ts'
import { pendingWords } from '../../../main/contract/folders/line-comments.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { show } from '../../state/view-store.ts'
import { ChangeSum, FileCount, KindSign, nothingWords, SplitPath, SpanChoice } from './change-words.tsx'
import { useChanges } from './use-changes.ts'
import { classes } from '../../components/classes.ts'
import css from './changes.module.css'

const most = 12

export function ChangesSection({ agent }: { readonly agent: AgentView }) {
  const [span, setSpan] = useState<ChangeSpan['of']>('conversation')
  const { list, problem, isOld } = useChanges(agent, { span })
  const open = (path?: string) =>
    show({ kind: 'changes', agent: agent.id, span, ...(path === undefined ? {} : { path }) })
  const files = list?.files ?? []
  return (
    <section aria-labelledby="side-changes" aria-busy={isOld}>
      <div className="side-cap">
        <h2 id="side-changes">Changes</h2>
        <span className="grow" />
        {(agent.review?.pending ?? 0) > 0 && (
          <Button variant="ghost" onClick={() => open()}>
            {pendingWords(agent.review?.pending ?? 0)}
          </Button>
        )}
        {files.length > 0 && (
          <Button variant="ghost" aria-label="All changes" onClick={() => open()}>
            All…
          </Button>
        )}
      </div>
      <div className={css.sideSpan}>
        <SpanChoice now={span} onChoose={setSpan} />
      </div>
      {files.length > 0 && list ? (
        <>
          <p className={classes('small muted', css.sideSum)}>
            <ChangeSum list={list} />
          </p>
          <ul className={css.sideFiles}>
            {files.slice(0, most).map((file) => (
              <li key={file.path}>
                <button
                  type="button"
                  className="row bare baseline gap-3 small"
                  onClick={() => open(file.path)}
                  title={`Changes in ${visible(file.path)}`}
                >
                  <KindSign kind={file.kind} />
                  <SplitPath path={file.path} />
                  <FileCount file={file} />
                </button>
              </li>
            ))}
          </ul>
          {files.length > most && <p className="muted side-none">and {files.length - most} more</p>}
        </>
      ) : (
        <SafeText
          as="p"
          className="muted side-none"
          text={problem || list?.remark || (list ? nothingWords[span] : '')}
        />
      )}
    </section>
  )
}
