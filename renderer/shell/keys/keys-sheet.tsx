import { Dialog } from '../../components/dialog.tsx'
import { takeFocus } from '../../components/focus.ts'
import { keyGroups, keyRows } from '../../keys/key-table.ts'
import { KeyCaps } from '../../components/key-caps.tsx'
import { chordsHere, isBrowser, wordsHere } from '../../keys/keys-here.ts'
import css from './keys.module.css'
import { classes } from '../../components/classes.ts'

/** Every key that there is here, as the table of keys has it. */
export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  const rows = keyRows.filter(([name]) => chordsHere(name).length > 0)
  const groups = keyGroups.filter((group) => rows.some(([, row]) => row.group === group))
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div
        ref={takeFocus}
        className={classes('sheet-body', css.keyGroups)}
        tabIndex={0}
        role="group"
        aria-label="All keys"
      >
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <dl>
              {rows
                .filter(([, row]) => row.group === group)
                .map(([name, row]) => (
                  <div key={name}>
                    <dt>{row.words}</dt>
                    <dd>
                      <KeyCaps of={name} />
                      <span className="vh">{wordsHere(name)}</span>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <footer>
        <p className="muted grow">
          {isBrowser()
            ? 'A browser keeps some keys for itself; these are the ones it leaves.'
            : 'In a browser some keys are others: there, this sheet shows those.'}
        </p>
      </footer>
    </Dialog>
  )
}
