import { writeFile } from 'node:fs/promises'

type Value = string | number | { [key: string]: Value } | Value[]

/** Writes an .mmdb file with one IPv4 network and its record, for tests. */
export const makeCityFile = (file: string, network: string, record: Value): Promise<void> => {
  const [address = '', length = '0'] = network.split('/')
  const bits = address
    .split('.')
    .flatMap((byte) => Number(byte).toString(2).padStart(8, '0').split(''))
  const depth = Number(length)
  const nodes = Array.from({ length: depth }, (_, index) => {
    // Every other branch leads nowhere, which is encoded as the number of nodes.
    const next = index === depth - 1 ? depth + 16 : index + 1
    return bits[index] === '0' ? [next, depth] : [depth, next]
  })
  const tree = Buffer.concat(nodes.flat().map((value) => bigEndian(value, 3)))
  const metadata = encode({
    node_count: depth,
    record_size: 24,
    ip_version: 4,
    database_type: 'city',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_795_260_000,
    description: {},
  })
  const marker = Buffer.concat([Buffer.from('abcdef', 'hex'), Buffer.from('MaxMind.com')])
  return writeFile(file, Buffer.concat([tree, Buffer.alloc(16), encode(record), marker, metadata]))
}

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    if (Number.isInteger(value) && value >= 0)
      return Buffer.concat([head(6, 4), bigEndian(value, 4)])
    const double = Buffer.alloc(8)
    double.writeDoubleBE(value)
    return Buffer.concat([head(3, 8), double])
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([head(7, entries.length), ...entries.flat().map((each) => encode(each))])
}

/** Types above 7 and sizes above 28 take an extra byte. */
function head(kind: number, size: number): Buffer {
  const small = Math.min(size, 29)
  const bytes = kind > 7 ? [small, kind - 7] : [(kind << 5) | small]
  return Buffer.from(size >= 29 ? [...bytes, size - 29] : bytes)
}

function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}
