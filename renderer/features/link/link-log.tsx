import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { Button } from '../../components/button.tsx'
import { clockTime, dayOf } from '../../components/duration.ts'
import { Name } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { CrossingRow, SaidByUser, SilentRow, UserRow } from './crossing-row.tsx'
import type { LinkLogRow } from './rows.ts'
import { StandingRow } from './standing-row.tsx'
import { classes } from '../../components/classes.ts'
import { isRemoteLink, sayPurpose } from '../../entities/link/link-acts.ts'
import css from './crossing.module.css'

interface LogProps {
  readonly link: LinkView
  readonly rows: readonly LinkLogRow[]
  readonly isEmpty: boolean
}

export function LinkLog({ link, rows, isEmpty }: LogProps) {
  return (
    <>
      {rows.map((row) => (
        <Row key={keyOf(row)} row={row} link={link} />
      ))}
      {isEmpty && link.closed === null && (
        <p className={classes('muted pretty', css.nothing)}>
          No messages yet. When an agent finishes a turn, its final message goes to the others. Thinking and
          tool calls are not sent.
          {link.purpose === null && !isRemoteLink(link) && (
            <Button variant="ghost" onClick={() => sayPurpose(link)}>
              Set purpose…
            </Button>
          )}
        </p>
      )}
      <StandingRow link={link} />
    </>
  )
}

function keyOf(row: LinkLogRow): string {
  switch (row.kind) {
    case 'opened':
    case 'new':
      return row.kind
    case 'day':
      return `day ${row.at}`
    case 'words':
      return row.words.id
    case 'user':
    case 'said':
    case 'silent':
      return row.crossing.id
  }
}

function Row({ row, link }: { readonly row: LinkLogRow; readonly link: LinkView }) {
  switch (row.kind) {
    case 'opened':
      return <OpenedRow link={link} isAgain={row.isAgain} />
    case 'day':
      return <p className={classes('row gap-5 small muted', css.linkLine)}>{dayOf(row.at)}</p>
    case 'new':
      return (
        <p className={classes('row gap-5 small muted', css.linkLine, css.unread)} data-part="unread">
          New since {clockTime(row.since)}
        </p>
      )
    case 'words':
      return <UserRow words={row.words} side={row.side} />
    case 'user':
      return <SaidByUser crossing={row.crossing} />
    case 'said':
      return <CrossingRow crossing={row.crossing} side={row.side} />
    case 'silent':
      return <SilentRow crossing={row.crossing} side={row.side} />
  }
}

function OpenedRow({ link, isAgain }: { readonly link: LinkView; readonly isAgain: boolean }) {
  return (
    <div className={css.spineRow}>
      <div className={css.mid}>
        <div className={css.cross}>
          <span className="num">
            <At at={link.opened.at} />
          </span>
          <span>
            opened{isAgain && ' again'}
            <span className={isAgain ? css.byWhom : 'vh'}>
              {' '}
              by <Name name={link.opened.name} />
            </span>
          </span>
        </div>
      </div>
    </div>
  )
}
