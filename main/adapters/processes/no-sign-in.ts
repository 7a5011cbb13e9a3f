import type { SignIn } from '../../ports/ports.ts'

/** A sign-in that cannot begin: there is no program, or it signs in in a terminal only. */
export const noSignIn: SignIn = {
  address: null,
  takesCode: false,
  ended: Promise.resolve(),
  code: () => {},
  cancel: () => {},
}
