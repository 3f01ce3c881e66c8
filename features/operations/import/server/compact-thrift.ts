/** The compact protocol of Thrift, used for the footer of a Parquet file. */
export type ThriftValue = boolean | bigint | Uint8Array | ThriftList | ThriftMap | ThriftStruct
interface ThriftField {
  type: number
  value: ThriftValue
}
export type ThriftStruct = Map<number, ThriftField>
export interface ThriftList {
  elementType: number
  elements: ThriftValue[]
}
interface ThriftMap {
  keyType: number
  valueType: number
  entries: [ThriftValue, ThriftValue][]
}

const types = {
  yes: 1,
  no: 2,
  byte: 3,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
}
export const thriftTypes = { i64: 6, list: types.list, struct: types.struct } as const

class MalformedThrift extends Error {
  override readonly name = 'MalformedThrift'
}

export class ThriftReader {
  readonly #bytes: Buffer
  position = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** The bytes from a position up to the current one. */
  since(position: number): Buffer {
    return this.#bytes.subarray(position, this.position)
  }

  #take(length: number): Buffer {
    const start = this.position
    this.position += length
    if (this.position > this.#bytes.length) throw new MalformedThrift('It ends too early.')
    return this.#bytes.subarray(start, this.position)
  }

  #byte(): number {
    return this.#take(1)[0] ?? 0
  }

  #varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new MalformedThrift('A number is too long.')
  }

  #integer(): bigint {
    const value = this.#varint()
    return (value >> 1n) ^ -(value & 1n)
  }

  listHead(): { elementType: number; size: number } {
    const head = this.#byte()
    return {
      elementType: head & 0x0f,
      size: head >> 4 === 15 ? Number(this.#varint()) : head >> 4,
    }
  }

  #list(): ThriftList {
    const { elementType, size } = this.listHead()
    const elements: ThriftValue[] = []
    for (let index = 0; index < size; index += 1) elements.push(this.#element(elementType))
    return { elementType, elements }
  }

  #map(): ThriftMap {
    const size = Number(this.#varint())
    if (size === 0) return { keyType: 0, valueType: 0, entries: [] }
    const kinds = this.#byte()
    const [keyType, valueType] = [kinds >> 4, kinds & 0x0f]
    const entries: [ThriftValue, ThriftValue][] = []
    for (let index = 0; index < size; index += 1)
      entries.push([this.#element(keyType), this.#element(valueType)])
    return { keyType, valueType, entries }
  }

  /** In lists a boolean takes a byte; in a field it is part of the type. */
  #element(type: number): ThriftValue {
    return type === types.yes || type === types.no ? this.#byte() === types.yes : this.value(type)
  }

  value(type: number): ThriftValue {
    if (type === types.yes || type === types.no) return type === types.yes
    if (type === types.byte) return this.#take(1)
    if (type > types.byte && type < types.double) return this.#integer()
    if (type === types.double) return this.#take(8)
    if (type === types.binary) return this.#take(Number(this.#varint()))
    if (type === types.list || type === types.set) return this.#list()
    if (type === types.map) return this.#map()
    if (type === types.struct) return new Map(this.struct())
    throw new MalformedThrift(`There is no type ${type}.`)
  }

  /** Yields field by field. A field that the caller has read by `take` is not yielded. */
  *struct(take?: (id: number) => boolean): Generator<[number, ThriftField]> {
    for (let id = 0; ;) {
      const head = this.#byte()
      const type = head & 0x0f
      if (type === 0) return
      id = head >> 4 === 0 ? Number(this.#integer()) : id + (head >> 4)
      if (take?.(id) === true) continue
      yield [id, { type, value: this.value(type) }]
    }
  }
}

const varint = (given: bigint): Buffer => {
  const bytes: number[] = []
  let value = given
  for (; value >= 0x80n; value >>= 7n) bytes.push(Number(value & 0x7fn) | 0x80)
  return Buffer.from([...bytes, Number(value)])
}

const integer = (value: bigint) => varint(value >= 0n ? value << 1n : (-value << 1n) - 1n)

const element = (type: number, value: ThriftValue): Buffer =>
  typeof value === 'boolean' ? Buffer.from([value ? types.yes : types.no]) : written(type, value)

const written = (type: number, value: ThriftValue): Buffer => {
  if (typeof value === 'boolean') return Buffer.alloc(0)
  if (typeof value === 'bigint') return integer(value)
  if (value instanceof Uint8Array)
    return type === types.binary
      ? Buffer.concat([varint(BigInt(value.length)), value])
      : Buffer.from(value)
  if (value instanceof Map) return writeStruct(value)
  if ('entries' in value) {
    const { keyType, valueType, entries } = value
    if (entries.length === 0) return Buffer.from([0])
    const head = Buffer.concat([
      varint(BigInt(entries.length)),
      Buffer.from([(keyType << 4) | valueType]),
    ])
    const pairs = entries.flatMap(([key, each]) => [
      element(keyType, key),
      element(valueType, each),
    ])
    return Buffer.concat([head, ...pairs])
  }
  const { elementType, elements } = value
  return Buffer.concat([
    Buffer.from([0xf0 | elementType]),
    varint(BigInt(elements.length)),
    ...elements.map((each) => element(elementType, each)),
  ])
}

export const writeStruct = (fields: ThriftStruct): Buffer => {
  const pieces = [...fields].flatMap(([id, { type, value }]) => {
    const kind = typeof value === 'boolean' ? (value ? types.yes : types.no) : type
    return [Buffer.from([kind]), integer(BigInt(id)), written(type, value)]
  })
  return Buffer.concat([...pieces, Buffer.from([0])])
}
