/** Messages and bytes that may wait. */
export interface Room {
  readonly count: number
  readonly bytes: number
}

const mebibyte = 1024 * 1024

/** How much may wait in one mailbox: the user's mail and other mail never take each other's room. */
export interface MailboxLimits {
  /** Messages of the user. */
  readonly user: Room
  /** Messages of all agents and remote users together. */
  readonly peers: Room
  /** Of these, messages of the agents of one other machine; its user is a sender apart. */
  readonly machine: Room
  /** Of these, messages of one sender. */
  readonly sender: Room
  /** What one agent here, the agents of one other machine, and its user may always have there, however full `peers` is. */
  readonly reserved: Room
}

export const usualMailbox: MailboxLimits = {
  user: { count: 1000, bytes: 64 * mebibyte },
  peers: { count: 1000, bytes: 64 * mebibyte },
  machine: { count: 300, bytes: 24 * mebibyte },
  sender: { count: 200, bytes: 16 * mebibyte },
  reserved: { count: 10, bytes: 2 * mebibyte },
}
