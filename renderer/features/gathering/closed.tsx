import { useEffect, useState } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { UtteranceId } from '../../../main/contract/gatherings/gatherings.ts'
import { Icon } from '../../components/icon.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import { ariaHere, isKey } from '../../keys/keys-here.ts'
import { isCovered, isField } from '../../components/focus.ts'
import { ClosedDock } from './dock.tsx'
import { HarvestHead, HarvestPage, type HarvestPlace } from './harvest.tsx'
import { GatheringLog, arrived, useAim } from './gathering-log.tsx'
import { classes } from '../../components/classes.ts'
import css from './harvest.module.css'

/** A closed gathering: the harvest, or the words that it rests on. */
export function Closed({ of }: { readonly of: GatheringView }) {
  const hasWords = of.spoken.turns > 0
  // Without a harvest there is no page to turn to: the words are all there is.
  const isBare = of.harvest === null && hasWords
  const [turned, setPage] = useState<'harvest' | 'words'>('harvest')
  const aim = useAim(of.id)
  const page = isBare || aim !== null ? 'words' : turned
  const [wanted, setWanted] = useState<UtteranceId | null>(null)
  const [left, setLeft] = useState<HarvestPlace | null>(null)
  const toWords = (id: UtteranceId | null, from: HarvestPlace | null) => {
    setWanted(id)
    setLeft(from)
    setPage('words')
  }
  return (
    <>
      {isBare && (
        <div className={css.endedBare}>
          <div className={classes('col pretty', css.harvest)}>
            <HarvestHead of={of} />
          </div>
        </div>
      )}
      {page === 'words' && !isBare && <BackToHarvest onBack={() => setPage('harvest')} />}
      {page === 'harvest' ? (
        <HarvestPage of={of} onJump={toWords} left={left} />
      ) : (
        <GatheringLog
          of={of}
          wanted={aim ?? wanted}
          onArrived={() => {
            setPage('words')
            setWanted(null)
            arrived()
          }}
        />
      )}
      <ClosedDock of={of} onWords={page === 'words' || !hasWords ? null : () => toWords(null, null)} />
    </>
  )
}

function BackToHarvest({ onBack }: { readonly onBack: () => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered() || isField(event.target)) return
      if (!isKey('backToHarvest', event)) return
      event.preventDefault()
      onBack()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  return (
    <div className={css.backToHarvest}>
      <div className="col">
        <button
          type="button"
          className="btn ghost"
          aria-keyshortcuts={ariaHere('backToHarvest')}
          onClick={onBack}
        >
          <Icon name="in" />
          Back to the harvest <KeyCaps of="backToHarvest" />
        </button>
      </div>
    </div>
  )
}
