import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'

/** A server's certificate and private key, both PEM. */
interface Certificate {
  readonly certificate: string
  readonly key: string
}

const day = 86_400_000

/**
 * Makes a self-signed certificate (ECDSA on P-256) for one host. It is valid from a week before `now`,
 * because clocks differ, for twenty years. It can't issue others, so trusting it means trusting this one
 * key.
 */
export async function makeCertificate(host: string, now: number): Promise<Certificate> {
  const asn1 = await import('asn1js')
  const { Sequence, ObjectIdentifier, BitString } = asn1
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = () => new Sequence({ value: [new ObjectIdentifier({ value: '1.2.840.10045.4.3.2' })] })
  const body = new Sequence({
    value: [
      context(asn1, 0, [new asn1.Integer({ value: 2 })]),
      asn1.Integer.fromBigInt(BigInt(`0x01${randomBytes(15).toString('hex')}`)),
      algorithm(),
      named(asn1, 'Janus fleet'),
      new Sequence({ value: [date(asn1, now - 7 * day), date(asn1, now + 20 * 365 * day)] }),
      named(asn1, 'Janus fleet'),
      readKey(asn1, publicKey),
      context(asn1, 3, [extensions(asn1, host)]),
    ],
  })
  const signature = sign('sha256', new Uint8Array(body.toBER()), privateKey)
  const whole = new Sequence({ value: [body, algorithm(), new BitString({ valueHex: copied(signature) })] })
  return {
    certificate: pem('CERTIFICATE', new Uint8Array(whole.toBER())),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

type Asn1 = typeof import('asn1js')
type Item = InstanceType<Asn1['BaseBlock']>

const context = (asn1: Asn1, tagNumber: number, value: Item[]): Item =>
  new asn1.Constructed({ idBlock: { tagClass: 3, tagNumber }, value })

function named({ Sequence, Set, ObjectIdentifier, Utf8String }: Asn1, name: string): Item {
  const row = new Sequence({
    value: [new ObjectIdentifier({ value: '2.5.4.3' }), new Utf8String({ value: name })],
  })
  return new Sequence({ value: [new Set({ value: [row] })] })
}

/** X.509 uses two-digit years before 2050. */
function date({ UTCTime, GeneralizedTime }: Asn1, at: number): Item {
  const valueDate = new Date(Math.floor(at / 1000) * 1000)
  return valueDate.getUTCFullYear() < 2050 ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate })
}

const readKey = ({ fromBER }: Asn1, key: KeyObject): Item =>
  fromBER(copied(key.export({ type: 'spki', format: 'der' }))).result

/** Not a CA; for signatures of a server; valid for this host. */
function extensions(asn1: Asn1, host: string): Item {
  const { Sequence, ObjectIdentifier, BitString } = asn1
  const usage = new BitString({ valueHex: new Uint8Array([0x80]).buffer, unusedBits: 7 })
  return new Sequence({
    value: [
      extension(asn1, '2.5.29.19', true, new Sequence({ value: [] })),
      extension(asn1, '2.5.29.15', true, usage),
      extension(
        asn1,
        '2.5.29.37',
        false,
        new Sequence({ value: [new ObjectIdentifier({ value: '1.3.6.1.5.5.7.3.1' })] }),
      ),
      extension(asn1, '2.5.29.17', false, new Sequence({ value: [hostName(asn1, host)] })),
    ],
  })
}

function extension(
  { Sequence, ObjectIdentifier, Boolean, OctetString }: Asn1,
  id: string,
  critical: boolean,
  value: Item,
): Item {
  return new Sequence({
    value: [
      new ObjectIdentifier({ value: id }),
      ...(critical ? [new Boolean({ value: true })] : []),
      new OctetString({ valueHex: value.toBER() }),
    ],
  })
}

function hostName({ Primitive }: Asn1, host: string): Item {
  const plain = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(plain) === 0)
    return new Primitive({ idBlock: { tagClass: 3, tagNumber: 2 }, valueHex: copied(Buffer.from(plain)) })
  return new Primitive({ idBlock: { tagClass: 3, tagNumber: 7 }, valueHex: copied(addressBytes(plain)) })
}

function addressBytes(address: string): Uint8Array {
  if (isIP(address) === 4) return Uint8Array.from(address.split('.').map(Number))
  // URL normalizes an IPv6 address: a trailing IPv4 part becomes two groups.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = written.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const middle = Array.from({ length: 8 - first.length - last.length }, () => '0')
  const all = tail === undefined ? first : [...first, ...middle, ...last]
  return Uint8Array.from(all.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]))
}

function pem(title: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${title}-----\n${lines.join('\n')}\n-----END ${title}-----\n`
}

const copied = (bytes: Uint8Array): ArrayBuffer => {
  const copy = new ArrayBuffer(bytes.length)
  new Uint8Array(copy).set(bytes)
  return copy
}
