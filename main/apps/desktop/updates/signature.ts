import { createPublicKey, verify } from 'node:crypto'

/** Whether this text was signed with the private half of this key: Ed25519, both in base64, the key as SPKI. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
