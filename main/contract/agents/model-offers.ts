/** A model that one can choose. */
export interface ModelOffer {
  /** What the process is told; empty for the program's own choice. */
  readonly value: string
  readonly name: string
  readonly about: string
  /** How hard it can be made to think, least first; absent: as all of its program's. */
  readonly efforts?: readonly string[]
}
