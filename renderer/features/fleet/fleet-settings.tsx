import type { FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import { carrierWords } from '../../entities/house/house-words.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { EnterFleet } from './enter-fleet.tsx'
import { FleetForm } from './fleet-form.tsx'
import { houseNameHint } from './house-name.ts'
import { HouseRow } from './house-row.tsx'
import { Outcome } from './outcome.tsx'
import { StartServer, useFleetFiles } from './start-server.tsx'
import { useFleetAct } from './use-fleet-act.ts'
import css from './fleet.module.css'

/** The fleet on the page of settings: the ways into one, or how this house and the others stand. */
export function FleetSettings() {
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  return fleet === null ? <EnterFleet /> : <Fleet fleet={fleet} />
}

function Fleet({ fleet }: { readonly fleet: FleetView }) {
  const { outcome, run } = useFleetAct()
  const remove = (name: string) => void run('fleet.remove', { name })
  const { server } = useFleetFiles()
  const isFounder = fleet.house === fleet.founder
  return (
    <div className={css.fleet} data-part="fleet">
      <p>
        This house is{' '}
        <strong>
          <Name name={fleet.house} />
        </strong>
        . <SafeText text={carrierWords(fleet)} />. Which of your agents the other houses see, each agent’s own
        settings say.
      </p>
      {isFounder && fleet.carrier.stands === 'connecting' && <StartServer command={server} />}
      {fleet.dropped !== '' && (
        <p className={css.dropped}>
          Something came that was no word of this fleet, and was dropped: <SafeText text={fleet.dropped} />
        </p>
      )}
      {fleet.houses.length === 0 ? (
        <p className="muted">There is no other house yet.</p>
      ) : (
        <ul className={css.houses} aria-label="Other houses">
          {fleet.houses.map((house) => (
            <HouseRow
              key={house.name}
              house={house}
              onRemove={isFounder && house.stands !== 'removed' ? remove : undefined}
            />
          ))}
        </ul>
      )}
      <Outcome of={outcome} />
      {isFounder ? (
        <Invite />
      ) : (
        <p className="muted">
          The house <Name name={fleet.founder} /> has founded the fleet: it invites others, and removes them.
        </p>
      )}
    </div>
  )
}

/** Adds a house: what lets it in becomes a file. */
function Invite() {
  return (
    <FleetForm
      title="Invite a house"
      about="An invitation is a file that lets one house in."
      verb="Invite"
      fields={[
        { name: 'name', label: 'Name of the house', hint: houseNameHint, placeholder: 'barn' },
        {
          name: 'out',
          label: 'Where the invitation goes',
          placeholder: '/home/mo/barn.json',
          hint: 'Full path of a new file. It is a secret: who has it can speak as that house',
        },
      ]}
      onSubmit={(run, values) => run('fleet.invite', values)}
    />
  )
}
