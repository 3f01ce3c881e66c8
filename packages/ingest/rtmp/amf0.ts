import { IngestError } from '../ingest-error.ts'

export type AmfValue = number | boolean | string | null | undefined | AmfObject | AmfValue[]
export interface AmfObject {
  [name: string]: AmfValue
}

/** What peers say of themselves is stored and shown; a database takes no zero byte. */
export const withoutControls = (text: string) => text.replaceAll(/\p{Cc}/gu, '')

const depthMax = 8
const valuesMax = 512

const types = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
  unsupported: 13,
  xml: 15,
  typedObject: 16,
  amf3: 17,
} as const

/** Reads all values of a message. Depth and number of values are limited, as each byte may be hostile. */
export const readAmf0 = (bytes: Buffer): AmfValue[] => {
  const reader = new AmfReader(bytes)
  const values: AmfValue[] = []
  while (reader.hasMore) values.push(reader.value(0))
  return values
}

class AmfReader {
  readonly #bytes: Buffer
  #at = 0
  #values = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get hasMore() {
    return this.#at < this.#bytes.length
  }

  #take(length: number) {
    const start = this.#at
    if (start + length > this.#bytes.length) throw new IngestError('An AMF0 value is cut off.')
    this.#at += length
    return start
  }

  #text(length: number) {
    const start = this.#take(length)
    return this.#bytes.toString('utf8', start, start + length)
  }

  #shortText() {
    return this.#text(this.#bytes.readUInt16BE(this.#take(2)))
  }

  #longText() {
    return this.#text(this.#bytes.readUInt32BE(this.#take(4)))
  }

  value(depth: number): AmfValue {
    this.#values += 1
    if (depth > depthMax || this.#values > valuesMax)
      throw new IngestError('An AMF0 message has too many values.')
    const type = this.#bytes[this.#take(1)]
    switch (type) {
      case types.number:
        return this.#bytes.readDoubleBE(this.#take(8))
      case types.boolean:
        return this.#bytes[this.#take(1)] !== 0
      case types.string:
        return this.#shortText()
      case types.longString:
      case types.xml:
        return this.#longText()
      case types.object:
        return this.#object(depth)
      case types.typedObject:
        this.#shortText()
        return this.#object(depth)
      case types.ecmaArray:
        this.#take(4)
        return this.#object(depth)
      case types.strictArray:
        return this.#list(depth)
      case types.date: {
        const milliseconds = this.#bytes.readDoubleBE(this.#take(8))
        this.#take(2)
        return milliseconds
      }
      case types.null:
        return null
      case types.undefined:
      case types.unsupported:
        return undefined
      default:
        throw new IngestError(`AMF0 type ${type} is not supported.`)
    }
  }

  #object(depth: number) {
    // Without a prototype, a property named __proto__ is one like any other.
    const object = Object.create(null) as AmfObject
    for (;;) {
      const name = this.#shortText()
      if (name === '' && (!this.hasMore || this.#bytes[this.#at] === types.objectEnd)) {
        if (this.hasMore) this.#at += 1
        return object
      }
      object[name] = this.value(depth + 1)
    }
  }

  #list(depth: number) {
    const length = this.#bytes.readUInt32BE(this.#take(4))
    const list: AmfValue[] = []
    for (let index = 0; index < length; index += 1) list.push(this.value(depth + 1))
    return list
  }
}

/** `undefined` in an object leaves the property out. */
export const writeAmf0 = (values: readonly AmfValue[]): Buffer =>
  Buffer.concat(values.flatMap((value) => written(value)))

function written(value: AmfValue): Buffer[] {
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return [bytes]
  }
  if (typeof value === 'boolean') return [Buffer.from([types.boolean, value ? 1 : 0])]
  if (typeof value === 'string') return writtenText(value)
  if (value === null) return [Buffer.from([types.null])]
  if (value === undefined) return [Buffer.from([types.undefined])]
  if (Array.isArray(value)) {
    const head = Buffer.alloc(5)
    head[0] = types.strictArray
    head.writeUInt32BE(value.length, 1)
    return [head, ...value.flatMap((entry) => written(entry))]
  }
  const properties = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return [
    Buffer.from([types.object]),
    ...properties.flatMap(([name, entry]) => [shortText(name), ...written(entry)]),
    Buffer.from([0, 0, types.objectEnd]),
  ]
}

function writtenText(text: string) {
  const bytes = Buffer.from(text)
  if (bytes.length <= 0xff_ff) return [Buffer.from([types.string]), shortText(text)]
  const head = Buffer.alloc(5)
  head[0] = types.longString
  head.writeUInt32BE(bytes.length, 1)
  return [head, bytes]
}

function shortText(text: string) {
  const bytes = Buffer.from(text)
  const head = Buffer.alloc(2)
  head.writeUInt16BE(bytes.length)
  return Buffer.concat([head, bytes])
}
