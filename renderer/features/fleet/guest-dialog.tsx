import { FaceView } from '../../entities/agent/avatar.tsx'
import { faceOfPeer } from '../../entities/agent/identity.ts'
import { houseWord } from '../../entities/house/house-words.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name } from '../../components/safe-text.tsx'
import { peerName, type Peer } from '../../state/peers.ts'
import css from './fleet.module.css'

interface GuestDialogProps {
  readonly peer: Peer
  readonly onClose: () => void
}

/** The person of another house: what is known of them here. They are not written to first. */
export function GuestDialog({ peer, onClose }: GuestDialogProps) {
  const { house, agent } = peer
  return (
    <Dialog title={visible(peerName(peer))} onClose={onClose}>
      <div className="sheet-body" data-part="guest">
        <div className={css.who}>
          <FaceView face={faceOfPeer(agent)} />
          <p>
            The person of the house <Name name={house.name} />, {houseWord(house)}.
          </p>
        </div>
        <p>
          They can sit in a circle, and are answered when they write. Nobody of this house writes to them
          first.
        </p>
      </div>
    </Dialog>
  )
}
