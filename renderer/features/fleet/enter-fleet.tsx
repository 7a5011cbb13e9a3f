import { useState } from 'react'
import type { FleetDone } from '../../../main/contract/fleet/fleet-views.ts'
import { Name } from '../../components/safe-text.tsx'
import { FleetForm } from './fleet-form.tsx'
import { houseNameHint } from './house-name.ts'
import { Next } from './outcome.tsx'
import { StartServer, useFleetFiles } from './start-server.tsx'
import css from './fleet.module.css'

/** The two ways into a fleet, for a house that is in none; once one was gone, only what is to be done now. */
export function EnterFleet() {
  const { from, server } = useFleetFiles()
  const [done, setDone] = useState<FleetDone | null>(null)
  if (done !== null)
    return (
      <div className={css.fleet}>
        <Next of={done} />
      </div>
    )
  if (from !== null)
    return (
      <div className={css.fleet}>
        <p role="status" data-part="fleet-next-start">
          From its next start on this house is{' '}
          <strong>
            <Name name={from} />
          </strong>
          , in a fleet. Start Janus again.
        </p>
        <StartServer command={server} />
      </div>
    )
  return (
    <div className={css.fleet}>
      <p>
        Several Januses can be a fleet: each is a house with agents of its own, and those that you share can
        write to each other. This house is in no fleet.
      </p>
      <FoundFleet onDone={setDone} />
      <JoinFleet onDone={setDone} />
    </div>
  )
}

interface WayProps {
  readonly onDone: (done: FleetDone) => void
}

function FoundFleet({ onDone }: WayProps) {
  return (
    <FleetForm
      title="Found a fleet"
      about="Its server, nats-server, runs on a machine that all houses reach."
      verb="Found"
      fields={[
        { name: 'name', label: 'Name of this house', hint: houseNameHint, placeholder: 'attic' },
        {
          name: 'address',
          label: 'Address of the server',
          hint: 'HOST:PORT, as all houses reach it',
          placeholder: 'attic.local:4222',
        },
        {
          name: 'listen',
          label: 'Listens on',
          isOptional: true,
          hint: 'IP address of that machine, or all',
          placeholder: '192.168.7.9',
        },
      ]}
      onSubmit={(run, values) => run('fleet.found', values)}
      onDone={onDone}
    />
  )
}

function JoinFleet({ onDone }: WayProps) {
  return (
    <FleetForm
      title="Join a fleet"
      about="The house that founded the fleet makes an invitation, a file for this house alone."
      verb="Join"
      fields={[
        {
          name: 'file',
          label: 'Invitation',
          hint: 'Full path of the file',
          placeholder: '/home/mo/cellar.json',
        },
      ]}
      onSubmit={(run, values) => run('fleet.join', values)}
      onDone={onDone}
    />
  )
}
